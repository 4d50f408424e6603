package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// lockedAndExposed is a lock and an exposure epoch of the same target that may overlap.
var lockedAndExposed = &Rule{
	ID:       "LOCK006",
	MPI:      "2.0",
	Title:    "window is locked and exposed by a post at once",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Lock",
	Says: "A window must not be locked and exposed at once: a process must not lock a target that has called " +
		"MPI_Win_post and has not yet called MPI_Win_wait, nor may a process call MPI_Win_post while its window is " +
		"locked.",
	Doc: "MPI need not keep a lock and an exposure epoch apart: the accesses of both may reach the window together, " +
		"or one of the calls fails or never returns. The program must make sure that the lock has been released " +
		"before the exposure epoch begins, or the reverse. Here neither rank waits for that. Calls are ordered by " +
		"what the ranks wait for, never by time, so the finding also comes where the run went well.",
	Advice: "Put a barrier, or a message between the two ranks, between the unlock and MPI_Win_post, or between " +
		"MPI_Win_wait and the lock; or use one kind of synchronization on each window, and two windows.",
	Silent: []string{
		"a lock that was released before a message, a collective call or an epoch for which the target waits before " +
			"it posts",
		"a lock after a message or a collective call that comes after the target's MPI_Win_wait",
		"a lock of another rank of the window",
		"ranks that may have synchronized through values in a window, such as flags and counters",
		"a post for an empty group",
	},
	Limit: "Locks between two fences are LOCK005 and LOCK013. Nothing is reported if it is uncertain for which " +
		"calls a rank has waited. For each pair of source lines, only the first case is reported.",
	Facts: []fact.Kind{fact.OfLockExposed},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.LockExposed)
		l := &f.Lock
		r := Report{Sites: []tracker.Site{l.Site, f.Post}, Object: l.Window}
		if own := l.Site.Rank == f.Target; own && f.LockFirst == fact.InOrder {
			r.Sites[0], r.Sites[1] = f.Post, l.Site
			p.Report(r, "rank %d posts its window, but holds %s: unlock it first", f.Target, lockName(l))
			return
		} else if own {
			p.Report(r, "rank %d asks for %s while it exposes its own window: "+
				"call MPI_Win_wait first", f.Target, lockName(l))
			return
		}
		p.Report(r, "rank %d asks for %s, and rank %d exposes its window by MPI_Win_post: %s",
			l.Site.Rank, lockName(l), f.Target, notApart(f))
	},
}

// notApart says why a lock and an exposure epoch are not kept apart.
func notApart(f *fact.LockExposed) string {
	origin := f.Lock.Site.Rank
	switch f.LockFirst {
	case fact.InOrder:
		return fmt.Sprintf("rank %d does not wait until rank %d has released the lock", f.Target, origin)
	case fact.Reversed:
		return fmt.Sprintf("rank %d does not wait until rank %d has called MPI_Win_wait", origin, f.Target)
	}
	return "neither of them waits until the other rank has ended its epoch"
}
