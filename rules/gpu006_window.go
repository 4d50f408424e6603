package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// gpuInWindow is work on a GPU that uses window memory while another rank accesses the memory.
var gpuInWindow = &Rule{
	ID:       "GPU006",
	MPI:      "2.0",
	Title:    "work on a GPU uses window memory that another rank accesses",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Semantics and Correctness; CUDA C++ Programming Guide, Asynchronous Concurrent Execution",
	Says: "A process must not update window memory while another process updates the same bytes. Copies and fills " +
		"run on when the call that puts them on a stream has returned, until the process has waited for the stream.",
	Doc: "The rank has put a copy or a fill on a stream that uses memory of its own window, and nothing orders this " +
		"work and the access of another rank: the rank has not waited for the stream before it called MPI_Win_fence, " +
		"MPI_Win_post or a barrier that lets the other rank access the window, or it has launched the work before it " +
		"knew that the access was complete. If only the work or only the access writes, the finding is an error " +
		"where the window has the separate memory model, and otherwise a warning.",
	Advice: "Wait for the stream before the call that lets other ranks access the window, and launch work after the " +
		"call that says their accesses are complete.",
	Silent: []string{
		"work that the rank has waited for before it lets other ranks access the window",
		"work that is launched after the accesses of other ranks are complete",
		"other bytes of the window; a get of bytes that the work only reads",
		"work behind a host function, a graph or an unknown event, which may begin later than it was launched",
		"kernels, and copies from or to pageable memory of the host, which are mostly complete when the call returns",
	},
	Limit: "The limits of GPU002 apply: work is seen only in runs with gomarmot run --gpu. Kernels are not checked, " +
		"since it is unknown which bytes of a window they use. RMA accesses of the rank itself are GPU002. Ranks " +
		"that synchronize without MPI are taken as unordered; if a kernel of NCCL or RCCL follows, the rule is " +
		"silent. The limits of RACE001 apply, too.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		f := raceOf(p)
		g := onGPU(f)
		if g == nil || f.Why == fact.Copies || f.First.Local == f.Second.Local {
			return
		}
		x := f.First
		if x == g {
			x = f.Second
		}
		severity, model := underModel(f)
		r := Report{Sites: []tracker.Site{g.Site, x.Site}, Object: x.Window, Severity: severity,
			Related: append(epochAt(x), betweenAt(&f.Between)...)}
		p.Report(r, "the %s of rank %d %s, and %s %s, the same %s of rank %d%s: the work may run until rank %d waits "+
			"for its stream%s", g.Site.Call, g.Site.Rank, does(g), accessOf(x), does(x), words.Bytes(f.Hi-f.Lo),
			g.Target, bytesAt(f), g.Site.Rank, model)
	},
}

// onGPU returns the access of the race that work on a GPU makes; nil if there is none.
func onGPU(f *fact.Race) *fact.Side {
	for _, x := range []*fact.Side{f.First, f.Second} {
		if k := x.Site.Call; x.Local && (k == calls.GPUCopy || k == calls.GPUFill) {
			return x
		}
	}
	return nil
}
