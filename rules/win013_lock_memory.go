package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// lockMemory is a lock on memory for which locks need not work.
var lockMemory = &Rule{
	ID:       "WIN013",
	MPI:      "2.0",
	Title:    "lock on memory not from MPI_Alloc_mem",
	Severity: Note,
	Scope:    RankScope,
	Since:    "0.1",
	Pedantic: true,
	Cite:     "MPI-4.1, Lock",
	Says: "Implementations may restrict locks to windows in memory from MPI_Alloc_mem, MPI_Win_allocate or " +
		"MPI_Win_allocate_shared, or attached by MPI_Win_attach.",
	Doc: "The window was created by MPI_Win_create over other memory: static, on the stack, or from malloc. This " +
		"works with most implementations, but the standard does not guarantee it.",
	Advice: "Use MPI_Win_allocate, or pass memory from MPI_Alloc_mem to MPI_Win_create.",
	Silent: []string{
		"windows created by MPI_Win_allocate and MPI_Win_allocate_shared, dynamic windows",
		"memory inside a block from MPI_Alloc_mem",
		"a rank that exposes no memory",
	},
	Limit: "A rank that locks is checked by its own memory: in most programs all ranks get it the same way.",
	On:    []calls.Kind{calls.WinLock, calls.WinLockAll},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) || w.Flavor != op.Created || w.Size <= 0 || w.AllocMem {
			return
		}
		p.Report([]Related{At(roleCreated, w.Made, "the window was created here")},
			"%s on a window over memory that is not from MPI_Alloc_mem: not portable", p.Call.Kind)
	},
}
