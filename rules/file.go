package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// shut reports whether the file is null or closed: FILE005 reports calls on it.
func shut(f *files.File) bool { return f != nil && !f.Alive() }

// fileUsers are the recorded calls that take a file.
var fileUsers = recordedWith("MPI_File")

// accesses are the calls that name a buffer to be read or written: all data
// access calls except the ends of split collectives.
var accesses = ioCalls(func(x calls.IO) bool { return x.Half != calls.SplitEnd })

// amodeNames names the bits of an access mode: "MPI_MODE_CREATE | MPI_MODE_WRONLY".
func amodeNames(f *calls.Flavour, amode int64) string {
	var parts []string
	for _, m := range []struct {
		bit  int64
		name string
	}{
		{f.ModeCreate, "CREATE"}, {f.ModeRdonly, "RDONLY"}, {f.ModeWronly, "WRONLY"}, {f.ModeRdwr, "RDWR"},
		{f.ModeDeleteOnClose, "DELETE_ON_CLOSE"}, {f.ModeUniqueOpen, "UNIQUE_OPEN"}, {f.ModeExcl, "EXCL"},
		{f.ModeAppend, "APPEND"}, {f.ModeSequential, "SEQUENTIAL"},
	} {
		if amode&m.bit != 0 {
			parts = append(parts, "MPI_MODE_"+m.name)
			amode &^= m.bit
		}
	}
	if amode != 0 || len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%#x", uint32(amode)))
	}
	return strings.Join(parts, " | ")
}

// openedHere is the related call for findings about how a file was opened.
func openedHere(f *files.File) []Related {
	return []Related{At(roleCreated, f.Made, "the file was opened here")}
}

// forWriting reports whether the file may be written to.
func forWriting(p *Pass) bool { return p.File.Has(p.Rank.Flavour.ModeWronly | p.Rank.Flavour.ModeRdwr) }
