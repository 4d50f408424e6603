package report

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/rules"
)

const passWhole = "Pass a whole array, a section whose elements lie side by side, or a datatype that describes the elements. " +
	"MPI takes other sections of nonblocking calls only where MPI_SUBARRAYS_SUPPORTED is true, as with mpi_f08 in some MPI libraries; " +
	"it never takes expressions."

// tellCopied says of the buffer of a pending operation that it is, or may be, a copy that a Fortran compiler has made of
// an argument. It is one if the program loads it, or gives it back, in the line of the call that started the operation.
func tellCopied(f *Finding) {
	if len(f.Sites) == 0 || len(f.Related) == 0 || !fortran(f.Sites[0].File) {
		return
	}
	at, call := f.Sites[0], f.Related[0]
	switch f.RuleID {
	case rules.PendingMemory.ID:
		if at.Line == call.Line && at.File == call.File && !stores(f) {
			f.Message += "; it is in the line of " + call.Call + " itself: the compiler has passed a copy of the argument, which is gone when the call returns"
			f.Advice = passWhole
		}
	case rules.PendingBuffer.ID:
		f.Advice += " If the buffers are sections of arrays whose elements do not lie side by side, the compiler has passed copies of them, " +
			"one after another in the same memory. " + passWhole
	}
}

func fortran(file string) bool {
	return slices.Contains([]string{".f", ".for", ".ftn", ".f90", ".f95", ".f03", ".f08"}, strings.ToLower(filepath.Ext(file)))
}
