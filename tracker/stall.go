package tracker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
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
	EndedBusy                          // killed outside of blocking MPI calls
	EndedNoLog                         // nothing is known
)

// String says it in words that follow "rank 3".
func (s EndState) String() string {
	return [...]string{"", "called MPI_Finalize", "ended without MPI_Finalize", "was ended inside an MPI call",
		"called MPI_Abort", "was killed in an MPI call", "was killed outside of MPI calls", "left no log"}[s]
}

// RankState is what the log's end adds to a rank's events: the call in which
// each thread was when it was last seen (from the rings, for calls that are
// not recorded).
type RankState struct{ Now []Site }

// Finish ends the job view after all events: what is still unmatched becomes
// facts, as far as the run's end allows to tell a fault from a run that was
// cut short.
func (j *Job) Finish(states []RankState) []RankEnd {
	st := j.stands(states)
	for _, jw := range j.wins {
		if len(jw.doubts) > 0 {
			j.settle(jw, true)
		}
	}
	j.finishFamilies()
	for _, s := range j.sortedOrders() {
		j.finishOrder(s, st)
	}
	for _, jw := range j.sortedWins() {
		j.finishPairs(jw, st)
	}
	ends := make([]RankEnd, len(j.Ranks))
	all := true
	for i := range ends {
		ends[i] = RankEnd{Rank: i, How: st.of[i].how, In: st.of[i].in, Waiting: j.waiting(i, st)}
		all = all && ends[i].How == EndedFinalized
	}
	if !all {
		j.emit(&Ends{Ranks: ends})
	}
	return ends
}

// standing is where a rank was at the end.
type standing struct {
	how  EndState
	in   Site // the call it never came back from
	call *Call
	last Site
}

type standings struct {
	of            []standing
	busy, aborted bool // some rank could have gone on; some rank ended the job
}

func (j *Job) stands(states []RankState) *standings {
	st := &standings{of: make([]standing, len(j.Ranks))}
	for i, r := range j.Ranks {
		var now []Site
		if i < len(states) {
			now = states[i].Now
		}
		st.of[i] = standingOf(r, now)
		switch st.of[i].how {
		case EndedBusy, EndedNoLog:
			st.busy = true
		case EndedAbort, EndedInCall:
			st.aborted = true
		}
	}
	return st
}

func standingOf(r *Rank, now []Site) standing {
	if r == nil {
		return standing{how: EndedNoLog}
	}
	s := standing{how: EndedBusy, last: r.LastSite}
	s.call, s.in = openBlocking(r)
	if s.in.IsZero() {
		for _, n := range now {
			if mayBlock(n.Call) {
				s.in = n
			}
		}
	}
	switch {
	case r.Ended == event.EndAbort:
		s.how = EndedAbort
	case r.Ended == event.EndFinalized || r.Finalized:
		s.how = EndedFinalized
	case r.Ended == event.EndExit && openAny(r):
		s.how = EndedInCall
	case r.Ended == event.EndExit:
		s.how, s.in = EndedExit, Site{}
	case !s.in.IsZero():
		s.how = EndedStuck
	}
	if s.how == EndedBusy && r.polling() {
		s.how, s.in = EndedStuck, r.LastSite
	}
	return s
}

func openAny(r *Rank) bool {
	for t := range r.Threads() {
		if r.OpenCall(t) != nil {
			return true
		}
	}
	return false
}

func openBlocking(r *Rank) (*Call, Site) {
	for t := range r.Threads() {
		if c := r.OpenCall(t); c != nil && mayBlock(c.Kind) {
			return c, c.Site
		}
	}
	return nil, Site{}
}

// polling reports whether the rank's last call was an MPI_Win_test that found
// its exposure epoch still open.
func (r *Rank) polling() bool {
	if r.LastSite.Call != calls.WinTest {
		return false
	}
	for _, w := range r.AllWins {
		if w.Post.Open {
			return true
		}
	}
	return false
}

// mayBlock reports whether a call may wait for other ranks.
func mayBlock(k calls.Kind) bool {
	switch k {
	case calls.WinStart, calls.WinComplete, calls.WinWait, calls.WinLock, calls.WinUnlock,
		calls.WinLockAll, calls.WinUnlockAll, calls.WinFlush, calls.WinFlushAll,
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
	if !o.in.IsZero() {
		s.Why, s.At = "is in "+o.in.Call.String(), o.in
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
		if a.Rank < 0 || int(a.Rank) >= len(st.of) {
			continue
		}
		if h := st.of[a.Rank].how; h == EndedFinalized || h == EndedExit {
			return true
		}
	}
	return !st.busy
}

func (j *Job) finishFamilies() {
	for _, f := range j.sortedFamilies() {
		if f.doubt != nil && f.single() && !f.broken {
			f.broken = true
			j.emit(f.doubt)
		}
	}
}

// finishOrder reports the first collective call that some ranks never made.
func (j *Job) finishOrder(s *callOrder, st *standings) {
	if s.broken || len(s.rows) == 0 {
		return
	}
	if f := j.fams[s.fam]; f != nil && f.broken {
		return
	}
	rw := &s.rows[0]
	f := &Missing{Object: s.object, Call: rw.kind}
	for i := range rw.arrived {
		if a := rw.arrived[i].Site; !a.IsZero() {
			f.Arrived = append(f.Arrived, a)
		} else {
			f.Absent = append(f.Absent, st.stand(s.members[i]))
		}
	}
	if len(f.Arrived) > 0 && st.fault(f.Absent) {
		j.emit(f)
	}
}

// finishPairs reports starts and posts that never matched.
func (j *Job) finishPairs(jw *JobWin, st *standings) {
	for _, k := range sortedPairs(jw.pairs) {
		q := jw.pairs[k]
		for _, h := range q.starts {
			j.unmatched(jw, true, h, k.origin, k.target, st)
		}
		for _, h := range q.posts {
			j.unmatched(jw, false, h, k.target, k.origin, st)
		}
	}
}

func (j *Job) unmatched(jw *JobWin, isStart bool, h *Half, from, to int32, st *standings) {
	u := &Unmatched{Object: jw.Label, IsStart: isStart, Site: h.Site, From: jw.Members[from], To: st.stand(jw.Members[to])}
	if w := jw.ByRank[to]; w != nil && !w.Freed.IsZero() {
		u.To.Why, u.To.At = "has freed the window", w.Freed
	} else if !st.fault([]Stand{u.To}) {
		return
	}
	if o := st.of[u.From]; o.how == EndedStuck && o.call != nil && o.call.Win != nil && o.call.Win.ID == jw.ID {
		switch o.in.Call {
		case calls.WinStart, calls.WinComplete, calls.WinWait, calls.WinTest:
			u.Blocked = o.in
		}
	}
	j.emit(u)
}

// waiting says what a stuck rank waits for, in words.
func (j *Job) waiting(rank int, st *standings) string {
	o := st.of[rank]
	if o.how != EndedStuck || o.call == nil {
		return ""
	}
	c := o.call
	switch {
	case overOf[c.Kind] != notCollective:
		return j.waitingCollective(c, st)
	case c.Win == nil || c.Win.ID == 0 || j.wins[c.Win.ID] == nil:
		return ""
	case c.Kind == calls.WinStart || c.Kind == calls.WinComplete:
		return j.waitingStart(c, st)
	case c.Kind == calls.WinWait:
		return j.waitingPost(c, st)
	case c.Kind == calls.WinLock || c.Kind == calls.WinLockAll:
		return j.waitingLock(c)
	}
	return ""
}

func (j *Job) waitingCollective(c *Call, st *standings) string {
	s, _ := j.callOrderOf(c, overOf[c.Kind])
	if s == nil {
		return ""
	}
	i, ok := s.index[c.Site.Rank]
	if !ok || s.pos[i] == 0 {
		return ""
	}
	k := s.pos[i] - 1
	var absent []Stand
	for m, p := range s.pos {
		if p <= k {
			absent = append(absent, st.stand(s.members[m]))
		}
	}
	return waitsFor(c.Kind.String(), absent)
}

func (j *Job) waitingStart(c *Call, st *standings) string {
	var absent []Stand
	jw := j.wins[c.Win.ID]
	for k, q := range jw.pairs {
		if k.origin == int32(c.Win.MyRank) && len(q.starts) > 0 {
			absent = append(absent, st.stand(jw.Members[k.target]))
		}
	}
	return waitsFor("MPI_Win_post", absent)
}

func (j *Job) waitingPost(c *Call, st *standings) string {
	var absent []Stand
	jw := j.wins[c.Win.ID]
	for k, q := range jw.pairs {
		if k.target == int32(c.Win.MyRank) && (len(q.posts) > 0 || q.open != nil && q.open.post != nil) {
			absent = append(absent, st.stand(jw.Members[k.origin]))
		}
	}
	return waitsFor("MPI_Win_complete", absent)
}

// waitingLock names the ranks that hold a lock on the target.
func (j *Job) waitingLock(c *Call) string {
	jw := j.wins[c.Win.ID]
	var held []string
	for i, w := range jw.ByRank {
		if w == nil || int32(i) == int32(c.Win.MyRank) {
			continue
		}
		if w.LockAll.Held || c.Kind == calls.WinLock && w.LockOf(c.Arg("rank")) != nil {
			held = append(held, fmt.Sprint(jw.Members[i]))
		}
	}
	if len(held) == 0 {
		return ""
	}
	return "waits for a lock that rank " + strings.Join(held, ", ") + " holds"
}

// waitsFor words a list of absent ranks: "waits for MPI_Win_post from rank 1,
// which is in MPI_Recv".
func waitsFor(what string, absent []Stand) string {
	if len(absent) == 0 {
		return ""
	}
	slices.SortFunc(absent, func(a, b Stand) int { return int(a.Rank - b.Rank) })
	var parts []string
	for i, a := range absent {
		if i == 4 {
			parts = append(parts, fmt.Sprintf("and %d more ranks", len(absent)-i))
			break
		}
		parts = append(parts, fmt.Sprintf("rank %d, which %s", a.Rank, a.Why))
	}
	return fmt.Sprintf("waits for %s from %s", what, strings.Join(parts, "; "))
}

func (j *Job) sortedOrders() []*callOrder {
	return sortedByLabel(j.seqs, func(s *callOrder) string { return s.object })
}

func (j *Job) sortedFamilies() []*family {
	return sortedByLabel(j.fams, func(f *family) string { return f.object })
}

func (j *Job) sortedWins() []*JobWin {
	return sortedByLabel(j.wins, func(w *JobWin) string { return w.Label })
}

// sortedByLabel gives the values of a map in an order that does not change
// from run to run.
func sortedByLabel[T any](m map[uint64]T, label func(T) string) []T {
	keys := make([]uint64, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b uint64) int {
		if c := strings.Compare(label(m[a]), label(m[b])); c != 0 {
			return c
		}
		if a < b {
			return -1
		}
		return 1
	})
	out := make([]T, len(keys))
	for i, k := range keys {
		out[i] = m[k]
	}
	return out
}

func sortedPairs(m map[pairKey]*pairQueue) []pairKey {
	keys := make([]pairKey, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, func(a, b pairKey) int {
		if a.origin != b.origin {
			return int(a.origin - b.origin)
		}
		return int(a.target - b.target)
	})
	return keys
}
