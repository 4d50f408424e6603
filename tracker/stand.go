package tracker

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/words"
)

// EndState says how a rank's run ended, as far as its log tells.
type EndState uint8

// The end states.
const (
	EndedFinalized EndState = iota + 1 // MPI_Finalize was called
	EndedExit                          // the process exited without MPI_Finalize
	EndedInCall                        // the process exited inside an MPI call: an error handler ended it
	EndedAbort                         // the process called MPI_Abort
	EndedStuck                         // killed while it stood in a blocking MPI call
	EndedBrief                         // killed, or crashed, just after it had entered a blocking MPI call
	EndedBusy                          // killed outside of blocking MPI calls
	EndedNoLog                         // nothing is known
	EndedUnwatched                     // recording stopped, the program ran on
)

// String says it in words that follow "rank 3".
func (s EndState) String() string {
	return [...]string{"", "called MPI_Finalize", "ended without MPI_Finalize", "was ended inside an MPI call",
		"called MPI_Abort", "was killed in an MPI call", "was killed just after it entered an MPI call", "was killed outside of MPI calls", "left no log",
		"was no longer watched"}[s]
}

// Now says it of a rank that still runs.
func (s EndState) Now() string {
	switch s {
	case EndedStuck:
		return "is in an MPI call"
	case EndedBrief:
		return "has just entered an MPI call"
	case EndedBusy:
		return "is outside of MPI calls"
	case EndedNoLog:
		return "has no log yet"
	}
	return s.String()
}

// RankState is what the log's end adds to a rank's events: the call in which
// each thread was when it was last seen (from the rings, for calls that are
// not recorded).
type RankState struct {
	Now []Site
	// Brief says that the rank had hardly entered its last call when it was
	// last seen alive: it may have died in it rather than waited.
	Brief bool
	// Off says that recording stopped while the program ran on.
	Off bool
	// Ended is how the process ended by the log's own word, which remains where
	// the record that says it was lost; 0: no such word.
	Ended event.EndReason
}

// standing is where a rank was at the end.
type standing struct {
	how  EndState
	in   Site // the call it never came back from
	call *Call
	last Site
	// lossy: records of the rank are missing, so it may have come.
	lossy bool
}

// hungAt reports whether the rank had stood in the call at this site for some
// time when it ended.
func (s *standing) hungAt(site Site) bool {
	return !site.IsZero() && s.in == site && s.how != EndedBrief && !s.lossy
}

type standings struct {
	of            []standing
	busy, aborted bool // some rank could have gone on; some rank ended the job
	running       bool // the job has not ended
}

func (j *Job) stands(states []RankState) *standings {
	st := &standings{of: make([]standing, len(j.Ranks)), running: j.Running}
	for i, r := range j.Ranks {
		var state RankState
		if i < len(states) {
			state = states[i]
		}
		st.of[i] = standingOf(r, &state)
		j.refine(r, state.Now, &st.of[i])
		if s := &st.of[i]; s.how == EndedStuck && state.Brief && s.in.Call != calls.WinTest {
			s.how = EndedBrief
		}
		if s := &st.of[i]; state.Off && s.how >= EndedStuck && s.how <= EndedBusy {
			s.how, s.in, s.call = EndedUnwatched, Site{}, nil
		}
		switch st.of[i].how {
		case EndedBrief, EndedBusy, EndedNoLog, EndedUnwatched:
			st.busy = true
		case EndedStuck:
			st.busy = st.busy || st.of[i].lossy // it may stand elsewhere
		case EndedAbort, EndedInCall:
			st.aborted = true
		}
	}
	return st
}

// refine decides by what the call waits for: a rank whose blocking call can
// come back is busy, one in an RMA call or a test that nothing answers stands
// still.
func (j *Job) refine(r *Rank, now []Site, s *standing) {
	switch {
	case s.how == EndedStuck && j.returns(s.call):
		s.how = EndedBusy
	case s.how == EndedBusy && j.polling(r):
		s.how, s.in = EndedStuck, r.LastSite
	case s.how == EndedBusy && j.starved(r):
		for _, n := range now {
			if IsRMA(n.Call) {
				s.how, s.in = EndedStuck, n
			}
		}
	}
}

// polling reports whether the rank's last call was an MPI_Win_test of an
// exposure epoch that an origin has not completed.
func (j *Job) polling(r *Rank) bool {
	if r.LastSite.Call != calls.WinTest {
		return false
	}
	for _, w := range r.AllWins {
		if w.Post.Active() && j.wins[w.ID] != nil && len(j.wins[w.ID].incomplete(int32(w.MyRank))) > 0 {
			return true
		}
	}
	return false
}

// starved reports whether the rank has an access epoch whose posts have not
// all come.
func (j *Job) starved(r *Rank) bool {
	for _, w := range r.AllWins {
		if w.Start.Active() && j.wins[w.ID] != nil && len(j.wins[w.ID].unposted(int32(w.MyRank))) > 0 {
			return true
		}
	}
	return false
}

// returns reports whether nothing keeps a blocking call from coming back: all
// ranks it waits for have come.
func (j *Job) returns(c *Call) bool {
	if c == nil {
		return false
	}
	if overOf[c.Kind] != notCollective {
		if canonical(c.Kind) == calls.CommFree && c.Comm != nil && j.seqs[c.Comm.ID] == nil {
			return true
		}
		s := j.orderOf(c)
		if s == nil {
			return false
		}
		i, ok := s.index[c.Site.Rank]
		return ok && s.pos[i] > 0 && s.pos[i]-1 < s.base
	}
	switch c.Kind {
	case calls.WinStart, calls.WinComplete, calls.WinWait:
		w := c.Win
		return w != nil && j.wins[w.ID] != nil && !j.wins[w.ID].lost[int32(w.MyRank)] && len(j.waitsFor(c)) == 0
	}
	return false
}

// waitsFor lists the ranks that a call waits for.
func (j *Job) waitsFor(c *Call) []int32 {
	var out []int32
	if overOf[c.Kind] != notCollective {
		s := j.orderOf(c)
		if s == nil {
			return nil
		}
		i, ok := s.index[c.Site.Rank]
		if !ok || s.pos[i] == 0 {
			return nil
		}
		for m, p := range s.pos {
			if p < s.pos[i] {
				out = append(out, s.members[m])
			}
		}
		return out
	}
	if c.Win == nil || c.Win.ID == 0 || j.wins[c.Win.ID] == nil {
		return nil
	}
	jw, me := j.wins[c.Win.ID], int32(c.Win.MyRank)
	switch c.Kind {
	case calls.WinStart, calls.WinComplete:
		out = jw.unposted(me)
	case calls.WinWait:
		out = jw.incomplete(me)
	case calls.WinLock, calls.WinLockAll:
		for i, w := range jw.ByRank {
			if w == nil || int32(i) == me {
				continue
			}
			if w.LockAll.Held || c.Kind == calls.WinLock && w.LockOf(c.Arg("rank")) != nil {
				out = append(out, jw.Members[i])
			}
		}
	}
	slices.Sort(out)
	return out
}

func standingOf(r *Rank, state *RankState) standing {
	if r == nil {
		return standing{how: EndedNoLog}
	}
	s := standing{how: EndedBusy, last: r.LastSite, lossy: r.Gaps()}
	s.call, s.in = openBlocking(r)
	if s.in.IsZero() {
		for _, n := range state.Now {
			if mayBlock(n.Call) {
				s.in = n
			}
		}
	}
	switch ended := cmp.Or(r.Ended, state.Ended); {
	case ended == event.EndAbort:
		s.how = EndedAbort
	case ended == event.EndFinalized || r.Finalized:
		s.how = EndedFinalized
	case ended == event.EndExit && (r.EndedIn != 0 || openSite(r) != Site{}):
		s.how = EndedInCall
	case ended == event.EndExit:
		s.how, s.in = EndedExit, Site{}
	case !s.in.IsZero():
		s.how = EndedStuck
	}
	return s
}

// openSite is a call that the rank never came back from, whatever it is.
func openSite(r *Rank) Site {
	for t := range r.Rings() {
		if c := r.OpenCall(t); c != nil {
			return c.Site
		}
	}
	return Site{}
}

func openBlocking(r *Rank) (*Call, Site) {
	for t := range r.Rings() {
		if c := r.OpenCall(t); c != nil && mayBlock(c.Kind) {
			return c, c.Site
		}
	}
	return nil, Site{}
}

// mayBlock reports whether a call may wait for other ranks.
func mayBlock(k calls.Kind) bool {
	switch k {
	case calls.WinStart, calls.WinComplete, calls.WinWait, calls.WinLock, calls.WinUnlock,
		calls.WinLockAll, calls.WinUnlockAll, calls.WinFlush, calls.WinFlushAll, calls.WinFlushLocal, calls.WinFlushLocalAll,
		calls.Wait, calls.Waitall, calls.Waitany, calls.Waitsome, calls.Finalize,
		calls.Send, calls.Ssend, calls.Recv, calls.Sendrecv, calls.SendrecvReplace, calls.Probe, calls.Mprobe, calls.Mrecv:
		return true
	}
	row := calls.ByKind(k)
	return row != nil && row.Over != "" && calls.ArgIndex(k, "request") < 0
}

// stand describes an absent rank.
func (st *standings) stand(rank int32) Stand {
	s := Stand{Rank: rank}
	if int(rank) >= len(st.of) || rank < 0 {
		s.Why = "is not in the log"
		return s
	}
	o := st.of[rank]
	s.Why, s.At = o.how.String(), o.last
	if st.running {
		s.Why = o.how.Now()
	}
	if !o.in.IsZero() {
		s.Why, s.At = "is in "+o.in.Call.String(), o.in
	}
	return s
}

// absent describes an absent rank, and where the ranks stand that it waits for.
func (j *Job) absent(st *standings, rank int32) Stand {
	s := st.stand(rank)
	if s.At.IsZero() || st.of[rank].call == nil {
		return s
	}
	for _, r := range j.waitsFor(st.of[rank].call) {
		if at := st.stand(r).At; !at.IsZero() {
			s.Behind = append(s.Behind, at)
		}
	}
	return s
}

// fault decides whether absent ranks are a fault of the program: they can
// never come, or every rank of the job stands still.
func (st *standings) fault(absent []Stand) bool {
	if st.aborted {
		return false
	}
	for _, a := range absent {
		if a.Rank >= 0 && int(a.Rank) < len(st.of) && st.of[a.Rank].lossy {
			return false
		}
	}
	for _, a := range absent {
		if a.Rank < 0 || int(a.Rank) >= len(st.of) {
			continue
		}
		if h := st.of[a.Rank].how; h == EndedFinalized || h == EndedExit {
			return true
		}
	}
	return !st.busy
}

// waiting says what a stuck rank waits for, in words.
func (j *Job) waiting(rank int, st *standings) string {
	o := st.of[rank]
	if o.how != EndedStuck || o.call == nil {
		return ""
	}
	if s := j.orderOf(o.call); s != nil && s.broken {
		return "" // what it waits for is a matter of the disagreement
	}
	ranks := j.waitsFor(o.call)
	what := o.call.Kind.String()
	switch o.call.Kind {
	case calls.WinStart, calls.WinComplete:
		what = "MPI_Win_post"
	case calls.WinWait:
		what = "MPI_Win_complete"
	case calls.WinLock, calls.WinLockAll:
		return waitsForLock(ranks)
	}
	var absent []Stand
	for _, r := range ranks {
		absent = append(absent, st.stand(r))
	}
	return waitsFor(what, absent)
}

// orderOf returns the order that a collective call belongs to, or nil.
func (j *Job) orderOf(c *Call) *callOrder {
	o := overOf[c.Kind]
	if o == notCollective {
		return nil
	}
	s, _ := j.callOrderOf(c, o)
	return s
}

func waitsForLock(ranks []int32) string {
	if len(ranks) == 0 {
		return ""
	}
	verb := " holds"
	if len(ranks) > 1 {
		verb = " hold"
	}
	return "waits for a lock that " + words.Ranks(ranks) + verb
}

// waitsFor words a list of absent ranks: "waits for MPI_Win_post from rank 1,
// which is in MPI_Recv".
func waitsFor(what string, absent []Stand) string {
	if len(absent) == 0 {
		return ""
	}
	var parts []string
	for _, a := range absent {
		parts = append(parts, fmt.Sprintf("rank %d, which %s", a.Rank, a.Why))
	}
	return fmt.Sprintf("waits for %s from %s", what, words.Join(parts, 4, "; "))
}
