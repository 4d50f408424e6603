package rules

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// The buffer of a pending operation may be a copy of an argument that a Fortran compiler has made. Only the lines of
// the calls show that.

const passWhole = "Pass a whole array, a section whose elements lie side by side, or a datatype that describes the " +
	"elements. MPI takes other sections of nonblocking calls only where MPI_SUBARRAYS_SUPPORTED is true, as with " +
	"mpi_f08 in some MPI libraries; it never takes expressions."

// copiedMemory adds that the memory is a compiler's copy, if the program loads it or frees it in the line of the call
// that started the operation.
func copiedMemory(f *Finding, line Lines) (message, advice string) {
	stores := func(s tracker.Site) bool { return s.Call == calls.Store }
	if !inFortran(f, line) || !inOneLine(f, line) || slices.ContainsFunc(f.Sites, stores) {
		return "", ""
	}
	return "; it is in the line of " + f.Related[0].Site.Call.String() +
		" itself: the compiler has passed a copy of the argument, which is gone when the call returns", passWhole
}

// copiedBuffers adds that successive copies may be in the same memory.
func copiedBuffers(f *Finding, line Lines) (message, advice string) {
	if !inFortran(f, line) {
		return "", ""
	}
	return "", f.Rule.Advice + " If the buffers are sections of arrays whose elements do not lie side by side, the " +
		"compiler has passed copies of them, one after another in the same memory. " + passWhole
}

// inFortran reports whether the call at fault is in Fortran and conflicts with
// another call.
func inFortran(f *Finding, line Lines) bool {
	if len(f.Sites) == 0 || len(f.Related) == 0 {
		return false
	}
	file, _ := line(f.Sites[0])
	return isFortran(file)
}

// inOneLine reports whether the call at fault is in the line of the call with which it
// conflicts.
func inOneLine(f *Finding, line Lines) bool {
	file, number := line(f.Sites[0])
	file2, number2 := line(f.Related[0].Site)
	return file == file2 && number == number2
}

func isFortran(file string) bool {
	return slices.Contains([]string{".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08"},
		strings.ToLower(filepath.Ext(file)))
}
