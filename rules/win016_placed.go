package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// placed is a window that the MPI library has put at another address than the program has passed.
var placed = &Rule{
	ID:       "WIN016",
	MPI:      "2.0",
	Title:    "the MPI library has the window at another address",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Window Creation; Window Attributes",
	Says: "MPI_Win_create specifies the memory of the window by its base address, which is the value of the " +
		"attribute MPI_WIN_BASE; MPI_Win_allocate returns that address.",
	Doc: "This is a fault of the MPI library, not of the program: operations on the window read and write other " +
		"memory of the target than the program means, and overwrite variables there. MPICH 4.0 over UCX does so " +
		"where the memory does not begin at a multiple of 16 bytes, also with memory that MPI_Win_allocate has " +
		"returned to several processes of a node, and where another window has part of the same memory.",
	Advice: "Set UCX_RCACHE_ENABLE=n in the environment of the ranks. Or let the memory of the window begin at a " +
		"multiple of 16 bytes, outside that of other windows; for MPI_Win_allocate pass a size that is such a " +
		"multiple on all ranks.",
	Silent: []string{"size 0", "an MPI library that does not say where it has the window"},
	Limit:  "Only the address that the library itself states is compared, once, when the window is created.",
	On:     []calls.Kind{calls.WinCreate, calls.WinAllocate},
	Done: func(p *Pass) {
		if p.Rank.Memory.OnDevice(p.Call.Arg("base")) {
			return
		}
		base, at, whose := p.Call.Arg("base"), p.Call.Placed(), "that the program has passed"
		if p.Call.Kind == calls.WinAllocate {
			base, whose = p.Call.OutWord(0), "that it has returned"
		}
		if p.Call.Arg("size") <= 0 || at == 0 || at == base {
			return
		}
		n, where := base-at, "before"
		if n < 0 {
			n, where = -n, "after"
		}
		p.Report(nil, "the MPI library has the window at %#x, %d bytes %s the memory at %#x %s: puts and gets of "+
			"other ranks miss it",
			at, n, where, base, whose)
	},
}
