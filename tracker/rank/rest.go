package rank

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/sessions"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Rest is the state of a rank at the end of its log.
type Rest struct {
	Gaps      bool // records are missing
	Finalized bool
	Ended     event.EndReason // 0: no End record
	EndedIn   calls.Kind      // the call that the process ended in, 0 if in none
	Success   bool            // it exited with status 0
	Last      tracker.Site    // the last call entered
	Open      []OpenCall      // calls that threads did not return from, by ring
	// Idle counts the threads that have made MPI calls and are in none. Multiple: threads that have made no call yet
	// may exist, and may call MPI.
	Idle     int
	Multiple bool
	// Polls are the calls by which threads wait that return each time: of an idle thread its last call, if it was a
	// test or probe that found nothing; of a thread that spins a call of its loop, also if the thread is in another.
	Polls []OpenCall
	Alone AloneCall
	// Later is an MPI_Session_init after the end of recording, if it did not return.
	Later sessions.Later
	Wins  []WinRest // windows that were not freed
}

// OpenCall is the innermost call from which a thread did not return, or a test or probe that found nothing.
type OpenCall struct {
	Site tracker.Site
	Time uint64    // ticks at entry; at return for a call that found nothing
	On   *op.Place // the object it acts on; nil if it cannot be compared
	// Locks are the locks that the call asks for, or needs in order to return: a lock call may return at once, and a
	// later call wait for its lock.
	Locks []windows.RestLock
	// Wants are the messages that the call waits for; Others the other pending operations of its requests.
	Wants  []Wanted
	Others []requests.Pending
	// Drains: the call waits for all buffered messages of the rank.
	Drains bool
	// Gathers holds the ranks that the call meets by its tag.
	Gathers *Gathering
	// Leader is the rank in MPI_COMM_WORLD of the local leader of MPI_Intercomm_create; -1 if unknown, or another call.
	Leader int32
	// Abroad: the call may wait for processes outside MPI_COMM_WORLD, whose records are in another log.
	Abroad bool
	// Spins: the thread calls it in a loop that waits for memory of a window to change; Fetched are the elements that
	// the loop fetches.
	Spins   bool
	Fetched []Fetched
}

// Fetched is an element that a thread fetches in a loop, and that does not change. The window is OpenCall.On.
type Fetched struct {
	Target int32 // rank in MPI_COMM_WORLD
	Disp   int64 // in units of the target's window
	Value  int64
}

// AloneCall is the last collective call that a rank made on a communicator of its own, such as MPI_COMM_SELF; the zero
// value if there is none.
type AloneCall struct {
	Site tracker.Site
	On   tracker.Object
}

// Gathering is the set of ranks that a call meets by its tag.
type Gathering struct {
	On    *op.Place
	Ranks []int32
	Text  string // see op.Gather
}

// WinRest is the state of a window at the end.
type WinRest struct {
	On              *op.Place
	Started, Posted bool               // an access or exposure epoch was open
	Locks           []windows.RestLock // asked for
}

// Rest returns the present state.
func (r *Rank) Rest() *Rest {
	s := &Rest{Gaps: r.Gaps(), Finalized: r.Sessions.Finalized, Last: r.LastSite,
		Multiple: r.ThreadLevel == reading.ThreadMultiple}
	s.Ended, s.EndedIn, s.Success, s.Alone = r.End.Reason, r.End.In, r.End.Success,
		AloneCall{r.End.Alone, r.End.AloneOn}
	if r.Sessions.Later.Open {
		s.Later = r.Sessions.Later
	}
	for i := range r.Threads.Rings() {
		spin := r.Threads.SpinOf(i)
		if spin != nil {
			s.Polls = append(s.Polls, spinCall(spin))
		}
		if c := r.Threads.OpenCall(i); c != nil {
			s.Open = append(s.Open, r.openCall(c))
			continue
		}
		s.Idle++
		if spin != nil {
			continue
		}
		if c := r.Threads.Asked(i); c != nil {
			x := r.openCall(c)
			x.Time = c.End
			s.Polls = append(s.Polls, x)
		}
	}
	for _, w := range r.Windows.Living() {
		on := w.Place()
		if on == nil {
			continue
		}
		s.Wins = append(s.Wins, WinRest{On: on, Started: w.Start.Active(), Posted: w.Post.Active(),
			Locks: w.RestLocks()})
	}
	return s
}

// spinCall describes the loop of a thread that spins by the call that fetches, or synchronizes.
func spinCall(s *threads.Spin) OpenCall {
	x := OpenCall{Site: s.Site, Time: s.Since, Leader: -1, Spins: true}
	for _, f := range s.Fetches {
		on := f.On
		if on == nil || x.On != nil && x.On != on || f.Target < 0 || f.Target >= int64(len(on.Members)) {
			continue
		}
		x.On = on
		x.Fetched = append(x.Fetched, Fetched{on.Members[f.Target], f.Disp, f.Value})
	}
	return x
}

// mayWaitAbroad reports whether a call may wait for processes that are not in MPI_COMM_WORLD.
func (r *Rank) mayWaitAbroad(c *call.Call) bool {
	switch {
	case c.Comm != nil && c.Comm.Beyond:
		return true
	case !r.Messages.Abroad || c.Sem.Blocks != calls.BlocksOnRequests:
		return false
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Pending() || q.Sem.Starts != calls.StartsMessage {
			continue
		}
		if q.Told.Send.Id == 0 && q.Told.Receive.Id == 0 {
			return true
		}
	}
	return false
}

func (r *Rank) openCall(c *call.Call) OpenCall {
	x := OpenCall{Site: c.Site, Time: c.Time, Locks: r.needsLocks(c), Leader: -1}
	x.Wants, x.Others = r.wanted(c)
	x.Abroad = r.mayWaitAbroad(c)
	x.Drains = messages.Drains(&c.Call) && !r.Blind.Messages && !r.Messages.Bsend.Others
	if ranks, on := r.gathering(c); on != nil {
		x.Gathers = &Gathering{on, slices.Clone(ranks), stringTag(c)}
	}
	if on := c.Comm.Place(); on != nil && c.Kind == calls.IntercommCreate {
		if i := c.Arg("local_leader"); i >= 0 && i < int64(len(on.Members)) {
			x.Leader = on.Members[i]
		}
	}
	switch {
	case c.Sem.Ordered:
		x.On = r.Threads.Over(c)
	case c.Win != nil:
		x.On = c.Win.Place()
	}
	return x
}

// needsLocks returns the locks that a call on a window needs in order to return.
func (r *Rank) needsLocks(c *call.Call) []windows.RestLock {
	if c.Win == nil {
		return nil
	}
	var target int32 = op.AllTargets
	switch c.Sem.Epoch {
	case calls.EpochLock:
		if c.In[c.Sem.Assert] != 0 {
			return nil
		}
		asks := op.LockRef{Window: c.Win.ID, Target: int32(c.In[c.Sem.Target])}
		asks.Exclusive = c.Arg("lock_type") == r.Flavour.LockExclusive
		return []windows.RestLock{{LockRef: asks, Site: c.Site}}
	case calls.EpochLockAll:
		if c.In[c.Sem.Assert] != 0 {
			return nil
		}
		return []windows.RestLock{{LockRef: op.LockRef{Window: c.Win.ID, Target: op.AllTargets}, Site: c.Site}}
	case calls.EpochUnlock, calls.EpochFlush, calls.EpochFlushLocal:
		target = int32(c.In[c.Sem.Target])
	case calls.EpochUnlockAll, calls.EpochFlushAll, calls.EpochFlushLocalAll:
	default:
		return nil
	}
	return slices.DeleteFunc(c.Win.RestLocks(), func(l windows.RestLock) bool {
		return target != op.AllTargets && l.Target != op.AllTargets && l.Target != target
	})
}
