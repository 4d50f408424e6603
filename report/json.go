package report

import (
	"bytes"
	"encoding/json"
	"io"

	"github.com/gomarmot/gomarmot/foreign"
)

// writeJSONReport writes the report as one JSON object; docs/report-json.md
// describes its fields. Paths are always written whole.
func writeJSONReport(w io.Writer, s *sheet) error { return writeJSON(w, s.Report) }

// writeJSON writes a value as JSON that a terminal can show. Texts are exact, except for bytes that are not UTF-8.
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
