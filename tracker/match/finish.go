package match

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/words"
)

// Finish ends the matching after all ops: what is still unmatched becomes facts,
// as far as the run's end lets a fault be told from a run that was cut short.
// rests say where each rank was, nil where it left no log; seen what the log's
// end adds to that.
func (j *Job) Finish(rests []*state.Rest, seen []Seen) []fact.RankEnd {
	j.drained(rests)
	st := j.stands(rests, seen)
	by, emit := &told{st: st, waits: map[int32]bool{}, clash: map[int32]bool{}}, j.emit
	j.emit = func(f fact.Fact) { by.see(f); emit(f) }
	defer func() { j.emit = emit }()
	for _, m := range j.matchers {
		m.finish(st)
	}
	ends := make([]fact.RankEnd, j.Size)
	all := true
	for i := range ends {
		s := &st.of[i]
		ends[i] = fact.RankEnd{Rank: i, How: s.how, In: s.in, Last: s.last, Signal: s.signal,
			Success: rests[i] != nil && rests[i].Success, Waiting: j.waiting(i, st), Besides: j.besides(i, st)}
		switch e := &ends[i]; {
		case e.How == fact.EndedKilled && s.signal != 0 && !s.now.IsZero():
			e.In = s.now // of several threads the one that got it
		case !e.In.IsZero() || s.lossy:
		case e.How == fact.EndedBusy:
			e.In = cmp.Or(openSite(rests[i]), s.now)
		case e.How == fact.EndedKilled:
			e.In = s.now
		}
		all = all && ends[i].How == fact.EndedFinalized
	}
	if all {
		j.pscw.undecided(nil)
		j.killedInFinalize(st, ends)
	} else {
		j.hangs(st, ends, by)
		if len(by.waits)+len(by.clash) == 0 && !by.hang {
			j.standstill(st, ends, seen)
		}
		if !j.Running { // else they have not ended
			j.emit(&fact.Ends{Ranks: ends})
		}
	}
	return ends
}

// besides are the calls that threads of a rank wait in, apart from the one that stands for the rank.
func (j *Job) besides(rank int, st *standings) []fact.OtherCall {
	s, rest := &st.of[rank], st.rests[rank]
	if s.call == nil || s.how != fact.EndedStuck && s.how != fact.EndedBrief {
		return nil
	}
	var out []fact.OtherCall
	for i := range rest.Open {
		if c := &rest.Open[i]; c != s.call && mayBlock(c.Site.Call) {
			out = append(out, fact.OtherCall{Site: c.Site, Waiting: j.messages.waitsOnMessages(st, c)})
		}
	}
	return out
}

// killedInFinalize emits the end of a run whose ranks have all called MPI_Finalize, if it did not return on some.
func (j *Job) killedInFinalize(st *standings, ends []fact.RankEnd) {
	some := false
	for i := range ends {
		if st.of[i].finalizing && !j.Running {
			some, ends[i].How = true, fact.EndedFinalizing
		}
	}
	if some {
		j.emit(&fact.Ends{Ranks: ends})
	}
}

// finish reports ranks that differ, and calls that some ranks never made.
func (m *collectives) finish(st *standings) {
	orders := m.orders()
	for _, s := range orders {
		if s.clash != nil {
			m.settleClash(s)
		}
	}
	m.finishFamilies()
	for _, s := range orders {
		m.unfinished(s)
		m.finishOrder(orders, s, st)
	}
}

// unfinished has the rows judged that not all ranks have come to.
func (m *collectives) unfinished(s *callOrder) {
	for k := range s.rows.Len() {
		if rw := s.rows.At(k); rw.n < len(s.members) {
			judged := s.judged(rw)
			m.agree.Incomplete(&judged)
		}
	}
}

func (m *collectives) finishFamilies() {
	for _, f := range sortedBy(m.fams, func(f *family) string { return f.object.Label }) {
		if f.doubt != nil && f.single() && !f.broken {
			f.broken = true
			m.emit(f.doubt.reported(f))
		}
	}
}

// finishOrder reports the first collective call that some ranks never made.
func (m *collectives) finishOrder(orders []*callOrder, s *callOrder, st *standings) {
	if s.broken || s.rows.Len() == 0 {
		return
	}
	if f := m.fams[s.fam]; f != nil && f.broken {
		return
	}
	rw := s.rows.At(0)
	f := &fact.Missing{Object: s.object, Call: rw.kind, Made: s.creations()}
	for i := range rw.arrived {
		if a := rw.arrived[i].Site; !a.IsZero() {
			f.Arrived = append(f.Arrived, a)
		} else {
			f.Absent = append(f.Absent, m.absent(st, s.members[i]))
		}
	}
	if len(f.Arrived) == 0 || !st.fault(f.Absent) {
		return
	}
	for i := range f.Absent[:min(len(f.Absent), words.Few)] {
		a := &f.Absent[i]
		if a.Instead = st.madeAlone(a.Rank, f); a.Instead.Site.IsZero() {
			a.Instead = m.instead(orders, a.Rank, f.Arrived[0], s)
		}
	}
	m.emit(f)
}

// finish reports starts and posts that never matched.
func (m *pscw) finish(st *standings) {
	for _, p := range sortedBy(m.of, func(p *pairs) string { return p.on.Label }) {
		m.finishPairs(p, st)
	}
}

// finishPairs reports starts and posts that never matched; st is nil where
// all ranks have freed the window.
func (m *pscw) finishPairs(p *pairs, st *standings) {
	for _, k := range sortedPairs(p.queues) {
		if p.lost[k.origin] || p.lost[k.target] {
			continue
		}
		q := p.queues[k]
		for _, h := range q.starts {
			m.unmatched(p, true, h, k.origin, k.target, st)
		}
		for _, h := range q.posts {
			m.unmatched(p, false, h, k.target, k.origin, st)
		}
	}
}

func (m *pscw) unmatched(p *pairs, isStart bool, h *half, from, to int32, st *standings) {
	rank := p.on.Members[to]
	u := &fact.Unmatched{Object: p.on.Object, IsStart: isStart, Site: h.Site, From: p.on.Members[from], To: fact.Stand{Rank: rank}}
	if isStart {
		u.Other, u.Others = p.unmatchedPost(to)
	}
	if st != nil {
		u.To = m.absent(st, rank)
	}
	if !m.present(rank) || m.isLossy(rank) {
		return
	}
	if w := m.windows.of[p.on.ID]; w != nil && !w.freed[to].IsZero() {
		u.To.Freed, u.To.At = true, w.freed[to]
	} else if !st.fault([]fact.Stand{u.To}) {
		return
	}
	if st != nil {
		if o := &st.of[u.From]; o.how == fact.EndedStuck && blocks(o, p, isStart) {
			u.Blocked = o.in
		}
		if !u.Blocked.IsZero() && st.inOwnCall(rank) {
			m.unmet = append(m.unmet, u)
			return
		}
	}
	m.emit(u)
}

// undecided reports the starts and posts without a match whose other rank is in a call after which it may still
// make what is missing, unless both are in one of the cycles: that is why it does not come.
func (m *pscw) undecided(cycles [][]int32) {
	for _, u := range m.unmet {
		if !slices.ContainsFunc(cycles, func(c []int32) bool { return slices.Contains(c, u.From) && slices.Contains(c, u.To.Rank) }) {
			m.emit(u)
		}
	}
	m.unmet = nil
}

// unmatchedPost returns a post of a rank of the window that has not matched,
// and the ranks in MPI_COMM_WORLD whose starts it lacks.
func (p *pairs) unmatchedPost(rank int32) (at tracker.Site, lacks []int32) {
	for i, world := range p.on.Members {
		q := p.queues[pairKey{int32(i), rank}]
		if q == nil || len(q.posts) == 0 {
			continue
		}
		if at.IsZero() {
			at = q.posts[0].Site
		}
		if q.posts[0].Site == at {
			lacks = append(lacks, world)
		}
	}
	return at, lacks
}

// blocks reports whether a rank waits in a call because its start or post on
// the window is not matched.
func blocks(o *standing, p *pairs, isStart bool) bool {
	if c := o.call; c != nil && (c.On == nil || c.On.ID != p.on.ID) {
		return false
	}
	switch s := calls.Of(o.in.Call); s.Epoch {
	case calls.EpochStart, calls.EpochComplete:
		return isStart
	case calls.EpochWait, calls.EpochTest:
		return !isStart
	default:
		return isStart && s.RMA != calls.NoRMA
	}
}

// sortedBy gives the values of a map in an order that does not change
// from run to run.
func sortedBy[T any](m map[uint64]T, label func(T) string) []T {
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
