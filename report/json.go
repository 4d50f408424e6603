package report

import (
	"encoding/json"
	"fmt"
	"io"
)

// WriteJSON writes the report as one JSON object; docs/report-json.md says
// what its fields hold. Paths are written whole, whatever the options say.
func WriteJSON(w io.Writer, r *Report, _ Options) error {
	r.Normalize()
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(r); err != nil {
		return fmt.Errorf("write json report: %w", err)
	}
	return nil
}
