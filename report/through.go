package report

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/source"
)

// through is where a library made the call on behalf of the user's code.
type through struct {
	Module   string `json:"module"` // the library
	Function string `json:"function"`
	File     string `json:"file"` // empty without debug information
	Line     int    `json:"line"` // 0 without debug information
	Offset   uint64 `json:"offset"`
	// Entry is the function of a library that the user's code called.
	Entry string `json:"entry"`
}

// frame is a place in the user's code.
type frame struct {
	File     string `json:"file"`
	Dir      string `json:"directory,omitempty"` // where the file was compiled
	Line     int    `json:"line"`
	Function string `json:"function"`
	Module   string `json:"module"`
	Offset   uint64 `json:"offset"`
}

// callers are the nearest callers of the place in the user's code, innermost
// first; unused ones are zero. An array: sites are compared.
type callers [2]frame

// list returns the callers that are set.
func (c callers) list() []frame {
	return slices.DeleteFunc(slices.Clone(c[:]), func(f frame) bool { return f == frame{} })
}

// MarshalJSON writes the callers that are set.
func (c callers) MarshalJSON() ([]byte, error) { return json.Marshal(c.list()) }

// UnmarshalJSON is the inverse of MarshalJSON.
func (c *callers) UnmarshalJSON(b []byte) error {
	var fs []frame
	if err := json.Unmarshal(b, &fs); err != nil {
		return err
	}
	*c = callers{}
	copy(c[:], fs)
	return nil
}

// placeOf turns the stack of a call into its place: the innermost one in the
// user's code or, if there is none, that of the call itself.
func placeOf(t source.Trace) codePlace {
	call := t.Places[0]
	at := max(t.User, 0)
	p := place0(t.Places[at])
	if at > 0 {
		p.Through = through{Module: call.Module, Function: call.Func, File: call.File, Line: call.Line,
			Offset: call.Offset, Entry: entry(t.Places[:at])}
		p.Library = t.InLibrary()
	}
	if t.User >= 0 {
		for i, c := range t.Places[at+1:] {
			if i < len(p.Callers) {
				p.Callers[i] = frame{c.File, c.Dir, c.Line, c.Func, c.Module, c.Offset}
			}
		}
	}
	return p
}

func place0(p source.Place) codePlace {
	return codePlace{File: p.File, Dir: p.Dir, Line: p.Line, Func: p.Func, Module: p.Module, Offset: p.Offset}
}

// entry is the outermost library function with a name, not counting the
// interpreter of a Python program.
func entry(inside []source.Place) string {
	for _, p := range slices.Backward(inside) {
		if p.Func != "" && !p.InPython() {
			return p.Func
		}
	}
	return ""
}

// throughPhrase is "libhdf5.so.103 (H5Dwrite > H5FD__mpio_write)", or, with
// debug information, "libsolver.so solver.c:17 (solve)".
func throughPhrase(t through) string {
	text := filepath.Base(t.Module)
	if t.File != "" && t.Line > 0 {
		text += fmt.Sprintf(" %s:%d", filepath.Base(t.File), t.Line)
	}
	var names []string
	for _, n := range []string{t.Entry, t.Function} {
		if n != "" && !strings.HasPrefix(n, "__pyx_") && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	if len(names) == 0 {
		return text
	}
	return text + " (" + strings.Join(names, " > ") + ")"
}
