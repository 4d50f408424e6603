package source

import "fmt"

// Place is the place of a call in the source. Unknown parts are empty: without debug information only Module and
// Offset identify the place. The JSON names are those of the report, docs/report-json.md.
type Place struct {
	File   string `json:"file"`                // as passed to the compiler, made absolute
	Dir    string `json:"directory,omitempty"` // where the compiler ran
	Line   int    `json:"line"`                // from 1
	Func   string `json:"function"`            // innermost function, which may be inlined
	Module string `json:"module"`              // name of the executable or library
	// Offset is the call's address within the module, as addr2line takes it, or its position in the file if the
	// file could not be read.
	Offset uint64 `json:"offset"`
}

// Known reports whether the source line is known.
func (p Place) Known() bool { return p.File != "" && p.Line > 0 }

// String returns "app.c:42"; or "app+0x1234" if the line is not known.
func (p Place) String() string {
	switch {
	case p.Known():
		return fmt.Sprintf("%s:%d", baseName(p.File), p.Line)
	case p.Module != "":
		return fmt.Sprintf("%s+%#x", p.Module, p.Offset)
	case p.Offset != 0:
		return fmt.Sprintf("%#x", p.Offset)
	}
	return "unknown place"
}
