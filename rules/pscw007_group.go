package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/words"
)

// epochGroup is a start or post with a group that is invalid or does not fit
// the window.
var epochGroup = &Rule{
	ID:       "PSCW007",
	MPI:      "2.0",
	Title:    "group of start or post is not within the window's group",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says:     "The group of MPI_Win_start or MPI_Win_post is a valid group of processes of the window.",
	Doc: "A process outside the window's group cannot match the call, and a null or freed group names no process. " +
		"The call fails, or the epoch waits for a process that never answers.",
	Advice:    "Build the group from MPI_Win_get_group, and free it only after start or post has returned.",
	Silent:    []string{"MPI_GROUP_EMPTY and other groups without members", "a group freed while its epoch is open"},
	Limit:     "Groups created by calls that were not recorded are not checked.",
	On:        []calls.Kind{calls.WinStart, calls.WinPost},
	Arguments: true,
	Check: func(p *Pass) {
		w := p.Win
		g := p.Rank.Objects.Group(p.Call.In[p.Call.Sem.Group])
		if g == nil || !live(w) {
			return
		}
		if g.Null() {
			p.Report(nil, "%s with MPI_GROUP_NULL; a group without members is MPI_GROUP_EMPTY", p.Call.Kind)
			return
		}
		if !g.Freed.IsZero() {
			p.Report([]Related{At(roleFreed, g.Freed, "the group was freed here")},
				"%s with a group that has been freed", p.Call.Kind)
			return
		}
		if len(w.Members) == 0 {
			return
		}
		for _, m := range g.Members {
			if _, ok := w.RankOf(m); ok {
				continue
			}
			related := []Related{At(roleCreated, g.Made, "the group was created here"),
				At(roleCreated, w.Made, "the window was created here")}
			if m < 0 {
				p.Report(related, "the group of %s contains a process outside MPI_COMM_WORLD, which is not in the "+
					"window's group", p.Call.Kind)
				return
			}
			p.Report(related, "the group of %s contains rank %d, which is not in the window's group (%s)",
				p.Call.Kind, m, words.Ranks(w.Members))
			return
		}
	},
}
