package rules

// badTarget is a target rank outside the window's group.
var badTarget = &Rule{
	ID:       "RMA002",
	MPI:      "2.0",
	Title:    "target rank outside the window's group",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Communication Calls",
	Says:     "The target rank is a rank in the window's group, or MPI_PROC_NULL.",
	Doc: "The target is negative or not smaller than the size of the window's group. Often a neighbor at the edge is " +
		"not replaced by MPI_PROC_NULL, or a rank of MPI_COMM_WORLD is used on the window of a smaller communicator.",
	Advice:    "Use ranks of the window's own group, and MPI_PROC_NULL where there is no neighbor.",
	Silent:    []string{"MPI_PROC_NULL"},
	Limit:     "A rank that exists but is not the intended one is not detected.",
	On:        rmaCalls,
	If:        OddArgument,
	Arguments: true,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if m.ProcNull || !live(w) || w.Contains(m.Target) || len(w.Members) == 0 {
			return
		}
		p.Report([]Related{At(roleCreated, w.Made, "the window was created here")},
			"%s to rank %d of the window, but its group has only ranks 0 to %d",
			p.Call.Kind, m.Target, len(w.Members)-1)
	},
}
