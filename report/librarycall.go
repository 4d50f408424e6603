package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/source"
)

// through is where a library made the call on behalf of the user's code.
type through struct {
	source.Place
	Entry string // the function of a library that the user's code called
}

// MarshalJSON writes the fields in the order that docs/report-json.md lists.
func (t through) MarshalJSON() ([]byte, error) {
	return plainJSON(struct {
		Module   string `json:"module"`
		Function string `json:"function"`
		File     string `json:"file"`
		Line     int    `json:"line"`
		Offset   uint64 `json:"offset"`
		Entry    string `json:"entry"`
	}{t.Module, t.Func, t.File, t.Line, t.Offset, t.Entry})
}

// callers are the nearest callers of the place in the user's code, innermost
// first; unused places are zero. An array, so that sites can be compared.
type callers [2]source.Place

// list returns the callers that are set.
func (c callers) list() []source.Place {
	return slices.DeleteFunc(slices.Clone(c[:]), func(p source.Place) bool { return p == source.Place{} })
}

// MarshalJSON writes the callers that are set.
func (c callers) MarshalJSON() ([]byte, error) { return plainJSON(c.list()) }

// plainJSON encodes a value with < and > as they are: function names such as <module> have them.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *callers) UnmarshalJSON(b []byte) error {
	var ps []source.Place
	if err := json.Unmarshal(b, &ps); err != nil {
		return err
	}
	*c = callers{}
	copy(c[:], ps)
	return nil
}

// siteOf turns the stack of a call into its site: the innermost place in the user's code or, if no place is in the
// user's code, the place of the call itself.
func siteOf(t source.Trace) Site {
	at := max(t.User, 0)
	s := Site{Place: t.Places[at], library: t.InLibrary()}
	if at > 0 {
		s.Through = through{t.Places[0], t.Entry()}
		s.Through.Dir = "" // a library is named, not opened
	}
	if t.User >= 0 {
		copy(s.Callers[:], t.Places[at+1:])
	}
	return s
}

// throughPhrase is "libhdf5.so.103 (H5Dwrite > H5FD__mpio_write)", or, with
// debug information, "libsolver.so solver.c:17 (solve)".
func throughPhrase(t through) string {
	text := filepath.Base(t.Module)
	if t.Known() {
		text += fmt.Sprintf(" %s:%d", filepath.Base(t.File), t.Line)
	}
	var names []string
	for _, n := range []string{t.Entry, t.Func} {
		if n != "" && !strings.HasPrefix(n, "__pyx_") && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return text
	}
	return text + " (" + strings.Join(names, " > ") + ")"
}
