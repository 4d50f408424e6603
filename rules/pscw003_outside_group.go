package rules

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// outsideStartGroup is an RMA call to a target that start did not name.
var outsideStartGroup = &Rule{
	ID:       "PSCW003",
	MPI:      "2.0",
	Title:    "RMA call to a target outside the start group",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Between MPI_Win_start and MPI_Win_complete RMA calls may access only windows of processes in the " +
		"group of the start.",
	Doc: "The target has not been asked to expose its window to this rank, and complete does not wait for it. The " +
		"call may fail, hang, or change memory that the target is using. This holds for a rank's own window too.",
	Advice: "Name the target in the group of MPI_Win_start, and make it post.",
	Silent: []string{"RMA calls to MPI_PROC_NULL", "a target that this rank has locked"},
	Limit:  "A group created by a call that was not recorded may contain any rank.",
	On:     rmaCalls,
	If:     OutOfEpoch,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		if w == nil || !w.Start.Active() || m.ProcNull || m.Request || !live(w) || !w.Contains(m.Target) {
			return
		}
		if w.EpochFor(m.Target) != op.NoEpoch {
			return
		}
		s := &w.Start
		p.Report([]Related{At(roleBegan, s.Site, "the access epoch was started here")},
			"%s to %s, which is not in the group of MPI_Win_start (%s)", p.Call.Kind,
			w.RankName(m.Target), words.Ranks(s.Group.Members))
	},
}
