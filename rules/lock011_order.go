package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// lockOrder is a circle of ranks each of which asks for a lock that the next rank holds.
var lockOrder = &Rule{
	ID:       "LOCK011",
	MPI:      "2.0",
	Title:    "ranks take locks in opposite order",
	Severity: Warning,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Lock",
	Says: "MPI_Win_lock may block until the lock is acquired; an implementation may also block only in a later call, " +
		"at the latest in MPI_Win_unlock.",
	Doc: "Each of the ranks holds a lock and asks for a lock that the next rank holds; the last rank asks for the " +
		"lock of the first. If all of them get as far at the same time, they wait for each other forever. A run " +
		"gets through only by its timing, or because the MPI library acquires locks later than the program asks for " +
		"them: another run or another library may hang.",
	Advice: "Take the locks in the same order on all ranks, for example by ascending rank; or release the first lock " +
		"before the second one is asked for; or take one further lock around both, on all ranks the same.",
	Silent: []string{
		"the same order on all ranks",
		"locks with MPI_MODE_NOCHECK, which do not wait",
		"shared locks alone",
		"ranks of which one has released a lock before a message or a collective call that the other rank waits for",
		"ranks that all hold a further, exclusive lock while they take these locks",
		"ranks that may have synchronized through values in a window",
		"locks of different threads of a rank",
	},
	Limit: "Of a loop that takes the same locks again and again, only the first and the last round are compared " +
		"with locks of other ranks. Ranks that hold more than 64 locks at once are not checked, and after 131,072 " +
		"different cases the earlier cases are dropped. Nothing is reported if it is uncertain for which calls a " +
		"rank has waited.",
	Facts: []fact.Kind{fact.OfLockCycle},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.LockCycle)
		r := Report{Object: f.Steps[0].Asks.Window}
		var parts []string
		for i := range f.Steps {
			s := &f.Steps[i]
			r.Sites = append(r.Sites, s.Asks.Site)
			r.Blames = append(r.Blames, s.Asks.Site) // if the ranks do wait for each other, HANG001 reports it
			r.Related = append(r.Related, At(roleBegan, s.Holds.Site, fmt.Sprintf("rank %d took %s", s.Holds.Site.Rank,
				lockName(&s.Holds))))
			parts = append(parts, fmt.Sprintf("rank %d holds %s%s and asks for %s%s", s.Asks.Site.Rank,
				lockName(&s.Holds), onWindow(f, &s.Holds),
				lockName(&s.Asks), onWindow(f, &s.Asks)))
		}
		p.Report(r, "%s: if all ranks get as far at once, each rank waits for "+
			"the next rank forever", words.Join(parts, maxSteps, ", "))
	},
}

// maxSteps bounds the ranks that a message lists.
const maxSteps = 4

// onWindow names the window of a lock if the circle has locks of several windows.
func onWindow(f *fact.LockCycle, l *fact.LockUse) string {
	for i := range f.Steps {
		if f.Steps[i].Asks.Window.ID != f.Steps[0].Holds.Window.ID ||
			f.Steps[i].Holds.Window.ID != f.Steps[0].Holds.Window.ID {
			return " of " + l.Window.String()
		}
	}
	return ""
}
