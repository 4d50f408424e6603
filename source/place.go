package source

import "fmt"

// Place is where a call is in the program. Unknown parts are empty.
type Place struct {
	File   string // as passed to the compiler, made absolute
	Dir    string // where the compiler ran
	Line   int    // from 1
	Func   string // innermost function, inlined ones included
	Module string // name of the executable or library
	// Offset is the call's address within the module: the one that addr2line
	// accepts, or its position in the file if the file could not be read.
	Offset uint64
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
