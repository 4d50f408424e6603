package rules

import (
	"math"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// negativeSize is a window, or a region of a window, with a negative size.
var negativeSize = &Rule{
	ID:       "WIN001",
	MPI:      "2.0",
	Title:    "window of negative size",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation",
	Says:     "The size of a window, and of memory attached to one, is a non-negative number of bytes.",
	Doc: "The size is negative, often because it was computed from bounds in the wrong order or overflowed. " +
		"Implementations refuse it, or treat it as a huge unsigned number.",
	Advice: "Compute the size in MPI_Aint and pass 0 where a rank exposes no memory.",
	Silent: []string{"size 0 with any base address"},
	Limit:  "A size that is wrong but not negative is detected only when an access misses the window (RMA005).",
	On:     []calls.Kind{calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared, calls.WinAttach},
	Check: func(p *Pass) {
		if n := p.Call.Arg("size"); n < 0 {
			p.Report(nil, "%s with size %d%s", p.Call.Kind, n, narrowHint(n, math.MaxInt32))
		}
	},
}
