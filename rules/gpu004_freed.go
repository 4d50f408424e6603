package rules

// gpuFrees is memory of a GPU that is freed while MPI uses it.
var gpuFrees = &Rule{
	ID:       "GPU004",
	MPI:      "1.0",
	Title:    "memory of a GPU freed while MPI uses it",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Communication Initiation; Window Creation",
	Says: "The buffer of an operation exists until the operation is complete, and the memory of a window until " +
		"MPI_Win_free has returned.",
	Doc: "The program frees memory of the GPU, or locked memory, that is the buffer of a pending operation or " +
		"belongs to a window. MPI then reads or writes memory that is no longer there, or that another allocation " +
		"has got: allocators of GPUs give the same address again at once.",
	Advice: "Complete the operation, or free the window, before cudaFree or hipFree.",
	Silent: []string{
		"memory freed after the operation is complete, or after MPI_Win_free",
		"other allocations",
	},
	Limit: "Only with gomarmot run --gpu. Memory that the program's own allocator takes back into its pool is not " +
		"freed.",
	GPU: func(p *Pass) {
		x := p.Program
		if !x.Freed {
			return
		}
		if w := x.Win; w != nil {
			p.ReportAt(x.Site, w.Object(), []Related{At(roleCreated, w.Made, "the window was created here")},
				"this %s gives back memory of the window before MPI_Win_free", x.Site.Call)
			return
		}
		if c := p.Rank.Memory.GPUClash(&p.Rank.GPU, x); c != nil {
			since := pendingSince(c.With, x.Site.Thread, x.Site.Call.String())
			related := append([]Related{gpuEnd(since, c.With, "this free")}, p.pendingFrom(c)...)
			p.ReportAt(x.Site, c.With.Object(), related, "this %s gives back %s of %s, which %s them until %s",
				x.Site.Call, p.shared(c), pending(c.With),
				verb(c.With.Writes), endOfUse(c.With))
		}
	},
}
