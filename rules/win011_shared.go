package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// sharedWindow is a request for shared memory from ranks or windows that have none.
var sharedWindow = &Rule{
	ID:       "WIN011",
	MPI:      "3.0",
	Title:    "shared memory where there is none",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window That Allocates Shared Memory",
	Says: "MPI_Win_allocate_shared is called over ranks that can share memory, and MPI_Win_shared_query on a window " +
		"with memory to share: before MPI-4.1, on one created by MPI_Win_allocate_shared.",
	Doc: "Ranks on different hosts cannot share memory; windows created by MPI_Win_create_dynamic have no memory of " +
		"their own; and before MPI-4.1 the query works only on windows created by MPI_Win_allocate_shared.",
	Advice: "Create the communicator with MPI_Comm_split_type and MPI_COMM_TYPE_SHARED, and the window with " +
		"MPI_Win_allocate_shared.",
	Silent: []string{
		"from MPI-4.1 on, MPI_Win_shared_query on windows created by MPI_Win_create and MPI_Win_allocate",
		"ranks on one host, whatever communicator they use",
	},
	Limit: "Which hosts the ranks run on is known only after the run.",
	On:    []calls.Kind{calls.WinSharedQuery, calls.WinAllocateShared},
	Check: func(p *Pass) {
		if p.Call.Kind == calls.WinAllocateShared {
			checkHosts(p)
			return
		}
		w := p.Win
		if !live(w) || w.Flavor == op.Shared {
			return
		}
		made := []Related{At(roleCreated, w.Made, "the window was created here")}
		switch {
		case w.Flavor == op.Dynamic:
			p.Report(made, "MPI_Win_shared_query on a dynamic window, which has no memory of its own")
		case p.Rank.Std > 0 && p.Rank.Std < 41:
			p.Report(made, "MPI_Win_shared_query on a window created by %s: before MPI-4.1 it is only for windows "+
				"created by "+
				"MPI_Win_allocate_shared (this MPI library implements MPI-%d.%d)",
				w.Made.Call, p.Rank.Std/10, p.Rank.Std%10)
		}
	},
}

// checkHosts reports the first rank of the communicator on another host.
func checkHosts(p *Pass) {
	c, hosts := p.Call.Comm, p.Rank.Hosts
	if c == nil || c.Inter || len(hosts) == 0 {
		return
	}
	first := int32(-1)
	for _, m := range c.Members {
		switch {
		case m < 0 || int(m) >= len(hosts) || hosts[m] == "":
		case first < 0:
			first = m
		case hosts[m] != hosts[first]:
			p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
				"MPI_Win_allocate_shared over ranks that cannot share memory: rank %d is on host %s, rank %d on %s",
				first, hosts[first], m, hosts[m])
			return
		}
	}
}
