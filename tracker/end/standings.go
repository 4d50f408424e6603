package end

import (
	"cmp"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Config says which job has ended.
type Config struct {
	Size    int                   // processes of MPI_COMM_WORLD
	Running bool                  // the job has not ended
	Still   time.Duration         // how long no rank must have made progress to count as a standstill
	Present func(rank int32) bool // the rank has left a log
	Matched Matched
	Emit    func(fact.Fact)
}

// Matched answers questions about the matches of a run that has been read to its end.
type Matched interface {
	// Row returns the collective call that a rank is in, and Absent the ranks that have not made it.
	Row(c *rank.OpenCall) Row
	Absent(c *rank.OpenCall) []int32
	// Missing lists the ranks that have not made their call, where calls meet by tag.
	Missing(c *rank.OpenCall) []int32
	// Counted reports whether the epochs of a rank of a window are matched. Unposted lists the targets whose posts its
	// starts lack, Incomplete the origins whose completes its posts lack.
	Counted(on *op.Place) bool
	Unposted(on *op.Place) []int32
	Incomplete(on *op.Place) []int32
	// Message returns the verdict on a message that a rank waits for, and names the call that keeps it up. Near
	// returns a send or receive that is nearly the wanted partner; nil: there is none.
	Message(rank int32, w *rank.Wanted) (Verdict, tracker.Site)
	Near(rank int32, w *rank.Wanted, s *Standings) *fact.Near
	// Lacks and LacksParts return the ranks that the operation of a request waits for: a collective call, or a
	// partitioned message.
	Lacks(on *op.Place, rank int32, n int64) stamp.Lacking
	LacksParts(rank, peer int32, number, round int64, sends bool) stamp.Lacking
}

// Row is the state of a collective call.
type Row struct {
	Known    bool  // the rank has a place in the order of calls on the object
	Number   int64 // of the call in that order
	Complete bool  // all ranks have come
	Gone     bool  // the order is gone
	Broken   bool  // ranks differ in it, or a call failed
}

// Verdict is the fate of a message that a call waits for when the run ended.
type Verdict uint8

// The verdicts.
const (
	Unsettled Verdict = iota // not known
	Met                      // nothing keeps the call from going on
	Unmet                    // it has not been sent, or no receive has been posted for it
	TooBig                   // it has been sent, but does not fit
)

// Standings are where the ranks of a job stood at the end.
type Standings struct {
	Config
	of            []standing
	rests         []*rank.Rest
	busy, aborted bool // some rank could have gone on; some rank ended the job
}

// Open returns the calls that the threads of a rank were in.
func (s *Standings) Open(rank int32) []rank.OpenCall {
	if rank < 0 || int(rank) >= len(s.rests) || s.rests[rank] == nil {
		return nil
	}
	return s.rests[rank].Open
}

// open returns the open call of a kind that a rank is in, nil if there is none.
func (s *Standings) open(world int32, k calls.Kind) *rank.OpenCall {
	open := s.Open(world)
	if i := slices.IndexFunc(open, func(c rank.OpenCall) bool { return c.Site.Call == k }); i >= 0 {
		return &open[i]
	}
	return nil
}

// lockers lists the other ranks that hold, or have asked for, a lock which a call waits for: of several ranks it
// is not known which has it. asked is the last call of its own rank that asked for the lock.
func (s *Standings) lockers(c *rank.OpenCall) (out []int32, asked tracker.Site) {
	for _, rank := range c.On.Members {
		if rank == c.Site.Rank || int(rank) >= len(s.rests) || s.rests[rank] == nil {
			continue
		}
		for _, w := range s.rests[rank].Wins {
			if w.On.ID != c.On.ID {
				continue
			}
			for _, l := range c.Locks {
				if !slices.ContainsFunc(w.Locks, func(o windows.RestLock) bool { return l.Excludes(o.LockRef) }) {
					continue
				}
				if asked = l.Site; !slices.Contains(out, rank) {
					out = append(out, rank)
				}
			}
		}
	}
	return out, asked
}

// stand describes an absent rank.
func (s *Standings) stand(rank int32) fact.Stand {
	x := fact.Stand{Rank: rank}
	if int(rank) >= len(s.of) || rank < 0 {
		return x
	}
	o := &s.of[rank]
	x.How, x.At, x.Running, x.Signal = o.how, o.last, s.Running, o.signal
	in := o.in
	if (o.how == fact.EndedBusy || o.how == fact.EndedKilled) && !s.Running && !o.lossy {
		in = cmp.Or(in, o.now)
	}
	if !in.IsZero() {
		x.In, x.At = true, in
		if c := o.call; c != nil && c.On != nil && calls.Of(c.Site.Call).Over == calls.ClassComm {
			x.On = c.On.Object
		}
	}
	return x
}

// MadeAlone returns a call like the missing call of an absent rank, on a communicator of its own, unless the ranks
// that have come made such a call at the same line, too.
func (s *Standings) MadeAlone(rank int32, f *fact.Missing) (x fact.Elsewhere) {
	rest := s.rests[rank]
	if rest == nil || rest.Alone.Site.IsZero() || calls.Of(rest.Alone.Site.Call).As != f.Call {
		return x
	}
	mine := rest.Alone
	alike := func(at tracker.Site) bool { return s.rests[at.Rank].Alone.Site.PC == mine.Site.PC }
	if slices.ContainsFunc(f.Arrived, alike) {
		return x
	}
	return fact.Elsewhere{Site: mine.Site, On: mine.On, Alone: true}
}

// Finalized reports whether a rank has left MPI as it should, with all records there.
func (s *Standings) Finalized(rank int32) bool {
	if rank < 0 || int(rank) >= len(s.of) {
		return false
	}
	o := &s.of[rank]
	return o.how == fact.EndedFinalized && !o.finalizing && !o.lossy
}

// Fault decides whether absent ranks are a fault of the program: they can
// never come, or every rank of the job is stuck.
func (s *Standings) Fault(absent []fact.Stand) bool {
	if s.aborted {
		return false
	}
	for _, a := range absent {
		if a.Rank >= 0 && int(a.Rank) < len(s.of) && s.of[a.Rank].lossy {
			return false
		}
	}
	for _, a := range absent {
		if a.Rank < 0 || int(a.Rank) >= len(s.of) {
			continue
		}
		if h := s.of[a.Rank].how; h == fact.EndedFinalized || h == fact.EndedExit {
			return true
		}
	}
	return !s.busy
}

// HungAt reports whether the rank had been in the call at this site for some time
// when it ended.
func (s *Standings) HungAt(rank int32, at tracker.Site) bool {
	if int(rank) >= len(s.of) || at.IsZero() {
		return false
	}
	o := &s.of[rank]
	return o.in == at && o.how != fact.EndedBrief && !o.lossy
}

// inOwnCall reports whether a rank is stuck in a call that waits for epochs, messages or locks, after which it may
// still make calls that others wait for.
func (s *Standings) inOwnCall(rank int32) bool {
	o := &s.of[rank]
	if o.how != fact.EndedStuck || o.call == nil || calls.Of(o.call.Site.Call).Ordered {
		return false
	}
	k := kindOfWait(o.call)
	return k == calls.BlocksOnPosts || k == calls.BlocksOnMessage || k == calls.BlocksOnLock
}

// BlockedOn returns the call in which a rank is stuck because its start or post on a window is not matched; zero:
// it is not stuck.
func (s *Standings) BlockedOn(on *op.Place, rank int32, isStart bool) (in tracker.Site) {
	o := &s.of[rank]
	if o.how != fact.EndedStuck || o.call != nil && (o.call.On == nil || o.call.On.ID != on.ID) {
		return in
	}
	blocked := isStart
	switch sem := calls.Of(o.in.Call); sem.Epoch {
	case calls.EpochStart, calls.EpochComplete:
	case calls.EpochWait, calls.EpochTest:
		blocked = !isStart
	default:
		blocked = isStart && sem.RMA != calls.NoRMA
	}
	if blocked {
		in = o.in
	}
	return in
}

// EndedWell reports whether a rank has called MPI_Finalize.
func (s *Standings) EndedWell(rank int32) bool { return s.of[rank].how == fact.EndedFinalized }
