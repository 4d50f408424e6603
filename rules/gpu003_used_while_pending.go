package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
)

// gpuUsesPending is work on a GPU that uses the buffer of a pending operation.
var gpuUsesPending = &Rule{
	ID:       "GPU003",
	MPI:      "1.0",
	Title:    "work on a GPU uses the buffer of a pending operation",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite: "MPI-4.1, Communication Initiation; Nonblocking Collective Operations; CUDA C++ Programming Guide, " +
		"Asynchronous Concurrent Execution",
	Says: "From the start of a nonblocking operation until it is complete, nothing writes the buffer that it reads, " +
		"and nothing uses the buffer that it writes. Work that is put on a stream may begin at once, and does not " +
		"wait for MPI.",
	Doc: "The program has put a kernel, a copy or a fill on a stream that uses the buffer of a receive, a send or " +
		"another operation that is not complete. The GPU reads data that has not arrived yet, or changes data that " +
		"has not been sent yet.",
	Advice: "Complete the operation before the launch: MPI_Wait first, then the kernel or copy.",
	Silent: []string{
		"work that only reads a buffer that is being sent",
		"work on a stream that waits for a host function, for memory or for an unknown event: the work may begin " +
			"when the operation is complete",
		"operations that a wait or a test with flag = true has found complete",
		"other bytes of the same allocation; kernels that may use another part of it",
		"work that is captured into a graph",
	},
	Limit: "The limits of GPU002 apply: only with gomarmot run --gpu, errors for copies and fills, warnings for " +
		"kernels, where the operation's buffer is all that begins at the address among the kernel's parameters. Work " +
		"that was put on a stream before the operation began is GPU002.",
	GPU: func(p *Pass) {
		u := p.Program.GPU
		if u.Freed {
			return
		}
		x := p.Rank.Memory.GPUClash(&p.Rank.GPU, p.Program)
		if x == nil {
			return
		}
		what := p.Program.Site.Call.String()
		since := pendingSince(x.With, p.Program.Site.Thread, what)
		related := append([]Related{gpuEnd(since, x.With, "the "+what)}, p.pendingFrom(x)...)
		does := gpuDoes(u)
		if u.May && x.With.Writes {
			does = "may use"
		}
		p.add(Report{Sites: []tracker.Site{p.Program.Site}, Related: related, Object: x.With.Object(),
			Severity: gpuSeverity(u)},
			"%s %s %s of %s, which %s it until %s", []any{gpuWork(u), does, p.gpuShared(x), pending(x.With),
				verb(x.With.Writes), p.endOfClash(x)})
	},
}

// gpuShared says which memory of the pending operation work on a GPU uses.
func (p *Pass) gpuShared(x *memory.Clash) string {
	if p.Program.GPU.May {
		return argument(x.With)
	}
	return p.shared(x)
}
