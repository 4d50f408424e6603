package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/foreign"
)

// writeJSONReport writes the report as one JSON object; docs/report-json.md
// describes its fields. Paths are always written whole.
func writeJSONReport(w io.Writer, r *Report, _ Options) error {
	r.Normalize()
	if err := writeJSON(w, r); err != nil {
		return fmt.Errorf("write json report: %w", err)
	}
	return nil
}

// writeJSON writes a value as JSON that a terminal can show. Texts are exact,
// except for bytes that are not UTF-8.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(foreign.JSON(b.Bytes()))
	return err
}
