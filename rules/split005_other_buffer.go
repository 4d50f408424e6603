package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/words"
)

// OtherBuffer is a split collective ended with a different buffer.
var OtherBuffer = &Rule{
	ID:       "SPLIT005",
	MPI:      "2.0",
	Title:    "split collective ended with a different buffer",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says: "Split collective routines name the buffer in both the begin and the end routine, and it is the same " +
		"one.",
	Doc: "The end names a different address than the begin. The data is where the begin said; a compiler that relies " +
		"on the end's argument may keep stale values of the real buffer in registers.",
	Advice: "Pass the buffer of the begin to the end; if the two are far apart, keep its address with the file handle.",
	Silent: []string{"operations of no bytes: their buffers do not matter"},
	Limit: "A copy of the data that reuses the old buffer's address is not detected. In Fortran, an operation begun " +
		"with MPI_BOTTOM may be ended with any buffer: Open MPI passes the end an address of its own for MPI_BOTTOM.",
	On: splitEnds,
	Check: func(p *Pass) {
		s := ended(p)
		if s == nil || s.IO.Bytes() == 0 || s.IO.Buf == p.Call.IO.Buf || s.IO.Buf == 0 && fortran(p.Rank) {
			return
		}
		p.Report(begun(s), "%s names the buffer %#x, but %s named %#x%s", p.Call.Kind, uint64(p.Call.IO.Buf),
			s.Begin.Call, uint64(s.IO.Buf), apart(s.IO.Buf-p.Call.IO.Buf))
	},
}

// apart says how far an address is behind another, if they are close to each other.
func apart(bytes int64) string {
	const most = 1 << 20
	switch {
	case bytes > 0 && bytes <= most:
		return fmt.Sprintf(", %s behind it", words.Bytes(bytes))
	case bytes < 0 && -bytes <= most:
		return fmt.Sprintf(", %s before it", words.Bytes(-bytes))
	}
	return ""
}

// fortran reports whether a rank has called MPI from Fortran.
func fortran(r *rank.Rank) bool {
	return slices.ContainsFunc(r.Threads.Bindings(), func(b event.Binding) bool { return b != event.BindingC })
}
