package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// collMissing is a collective call that some ranks never reach.
var collMissing = &Rule{
	ID:       "COLL002",
	MPI:      "1.0",
	Title:    "collective call that not all ranks reach",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Collective Communication",
	Says:     "A collective call is made by all ranks of its communicator, window or file.",
	Doc: "Some ranks have made the call, but others never do: they have ended, are in another call that does not " +
		"return, or make the call fewer times. The ranks that made it may wait forever.",
	Advice: "Find out where the missing ranks are and why they never reach the call.",
	Silent: []string{
		"a run that was cut short while the missing ranks could still have reached the call",
		"persistent operations that all ranks start equally often, in any order, or never",
		"a run that a rank ended through MPI_Abort or an error handler",
	},
	Limit: "A missing fence is FENCE009, a missing half of a split collective SPLIT008. Only the first missing call " +
		"on each object is reported. A rank that waits in vain for other ranks to start a persistent operation is " +
		"HANG001 or HANG002.",
	Between: true,
	Facts:   []fact.Kind{fact.OfMissing},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Missing)
		if f.Call == calls.WinFence || isSplit(f.Call) {
			return
		}
		r := Report{Sites: fewSites(f.Arrived), Ranks: worldRanks(f.Arrived), Object: f.Object, Made: f.Made,
			Advice: circleAdvice(f)}
		r.blame(f.Absent...)
		for i := range f.Absent[:min(len(f.Absent), maxNamed)] {
			if a := &f.Absent[i]; a.Instead.Site != a.At { // otherwise the sentence names the call
				r.Related = append(r.Related, insteadAt(a.Instead)...)
			}
		}
		if !f.Init.IsZero() {
			r.Related = append(r.Related, At(roleCreated, f.Init, "the operation was created here"))
			p.Report(r, "the operation of %s is started%s by %s but not by %s", f.Init.Call, timesStarted(f.Round),
				words.Ranks(worldRanks(f.Arrived)), absentNames(f.Absent))
			return
		}
		p.Report(r, "%s is reached by %s but not by %s", calledAs(f), words.Ranks(worldRanks(f.Arrived)),
			absentNames(f.Absent))
	},
}

// circleAdvice returns advice for ranks that, according to the finding, wait for each other; "" if they do not.
func circleAdvice(f *fact.Missing) string {
	for i := range f.Absent {
		a := &f.Absent[i]
		back := slices.IndexFunc(f.Arrived, func(s tracker.Site) bool { return slices.Contains(a.Behind, s) })
		switch {
		case !a.In || back < 0:
		case a.On.Label != "" && a.On != f.Object:
			return inOneOrder
		case a.Waits != nil && len(a.Waits.Messages) > 0:
			return fmt.Sprintf("Rank %d in %s and rank %d in %s wait for each other: let both ranks pass the message "+
				"before the collective call, or both after that call.", a.Rank, a.At.Call, f.Arrived[back].Rank,
				f.Arrived[back].Call)
		}
	}
	return ""
}

// inOneOrder is the advice for ranks that make collective calls on several objects in different orders.
const inOneOrder = "Let all ranks make the collective calls on these objects in the same order. If one of the ranks " +
	"never makes the other call at all, find out why."

// timesStarted says how often an operation has been started; "" for the first start.
func timesStarted(round int64) string {
	if round < 2 {
		return ""
	}
	return fmt.Sprintf(" %d times", round)
}

// calledAs returns the call that the ranks have made; f.Call if they have made different calls that meet each other,
// such as MPI_Comm_free and MPI_Comm_disconnect.
func calledAs(f *fact.Missing) calls.Kind {
	name := f.Arrived[0].Call
	if slices.ContainsFunc(f.Arrived, func(s tracker.Site) bool { return s.Call != name }) {
		return f.Call
	}
	return name
}
