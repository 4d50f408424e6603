package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// The buffer of a pending operation is, or may be, a copy that a Fortran compiler has
// made of an argument. That is known only with the lines of the program.

const passWhole = "Pass a whole array, a section whose elements lie side by side, or a datatype that describes the elements. " +
	"MPI takes other sections of nonblocking calls only where MPI_SUBARRAYS_SUPPORTED is true, as with mpi_f08 in some MPI libraries; " +
	"it never takes expressions."

// copiedMemory: it is one if the program loads it, or gives it back, in the line of the
// call that started the operation.
func copiedMemory(f *Finding, line func(tracker.Site) Line) (message, advice string) {
	at, call, known := bothLines(f, line)
	if !known || at != call || slices.ContainsFunc(f.Sites, func(s tracker.Site) bool { return s.Call == calls.Store }) {
		return "", ""
	}
	return "; it is in the line of " + f.Related[0].Site.Call.String() +
		" itself: the compiler has passed a copy of the argument, which is gone when the call returns", passWhole
}

// copiedBuffers: copies one after another may be in the same memory.
func copiedBuffers(f *Finding, line func(tracker.Site) Line) (message, advice string) {
	if _, _, known := bothLines(f, line); !known {
		return "", ""
	}
	return "", f.Rule.Advice + " If the buffers are sections of arrays whose elements do not lie side by side, the compiler has passed copies of them, " +
		"one after another in the same memory. " + passWhole
}

// bothLines are those of the call at fault and of the one that it conflicts with; false
// if the first one is not of Fortran.
func bothLines(f *Finding, line func(tracker.Site) Line) (at, with Line, known bool) {
	if len(f.Sites) == 0 || len(f.Related) == 0 {
		return Line{}, Line{}, false
	}
	at, with = line(f.Sites[0]), line(f.Related[0].Site)
	return at, with, isFortran(at.File)
}

func isFortran(file string) bool {
	return slices.Contains([]string{".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08"}, strings.ToLower(filepath.Ext(file)))
}
