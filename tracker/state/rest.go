package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Rest is where a rank was when its log ended.
type Rest struct {
	Gaps      bool // records are missing
	Finalized bool
	Ended     event.EndReason // 0: no End record
	EndedIn   calls.Kind      // the call that the process ended in, 0 if in none
	Last      tracker.Site    // the last call entered
	Open      []OpenCall      // calls that threads did not return from, by ring
	// Idle are how many threads that have made MPI calls are in none. Multiple: there may be others that
	// have made none yet, and may.
	Idle     int
	Multiple bool
	Wins     []WinRest // windows that were not freed
}

// OpenCall is the innermost call that a thread did not return from.
type OpenCall struct {
	Site tracker.Site
	On   *Place // the object it acts on; nil if it cannot be compared
	Lock int64  // of MPI_Win_lock: the target
	// Wants are the messages that it waits for; Others the calls that returned the requests of
	// other operations that it waits for.
	Wants  []Wanted
	Others []tracker.Site
}

// WinRest is what a rank held of a window at the end.
type WinRest struct {
	On              *Place
	Started, Posted bool // an access or exposure epoch was open
	LockAll         bool
	Locks           []int32 // targets it had locked
}

// Rest says where the rank is now.
func (r *Rank) Rest() *Rest {
	s := &Rest{Gaps: r.Gaps(), Finalized: r.Finalized, Ended: r.Ended, EndedIn: r.EndedIn, Last: r.LastSite, Multiple: r.ThreadLevel == threadMultiple}
	for i := range r.threads {
		if c := r.OpenCall(i); c != nil {
			s.Open = append(s.Open, r.openCall(c))
		} else {
			s.Idle++
		}
	}
	for _, w := range r.Windows() {
		on := w.Place()
		if on == nil {
			continue
		}
		x := WinRest{On: on, Started: w.Start.Active(), Posted: w.Post.Active(), LockAll: w.LockAll.Held}
		for i := range w.Locks {
			x.Locks = append(x.Locks, w.Locks[i].Target)
		}
		s.Wins = append(s.Wins, x)
	}
	return s
}

func (r *Rank) openCall(c *Call) OpenCall {
	x := OpenCall{Site: c.Site, Lock: -1}
	x.Wants, x.Others = r.wanted(c)
	switch {
	case c.Sem.Ordered:
		x.On = r.over(c)
	case c.Win != nil:
		x.On = c.Win.Place()
	}
	if c.Sem.Epoch == calls.EpochLock {
		x.Lock = c.In[c.Sem.Target]
	}
	return x
}
