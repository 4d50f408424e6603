package tracker

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

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
	for _, s := range j.sortedOrders() {
		if s.clash != nil {
			j.settleClash(s)
		}
	}
	j.finishFamilies()
	j.finishFiles(st)
	for _, s := range j.sortedOrders() {
		j.finishOrder(s, st)
	}
	for _, jw := range j.sortedWins() {
		j.finishPairs(jw, st)
	}
	ends := make([]RankEnd, len(j.Ranks))
	all := true
	for i := range ends {
		ends[i] = RankEnd{Rank: i, How: st.of[i].how, In: st.of[i].in, Last: st.of[i].last, Waiting: j.waiting(i, st)}
		if e := &ends[i]; e.How == EndedBusy && e.In.IsZero() && !st.of[i].lossy {
			e.In = openSite(j.Ranks[i])
		}
		all = all && ends[i].How == EndedFinalized
	}
	if !all {
		j.emit(&Ends{Ranks: ends})
	}
	return ends
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
	if s.broken || s.rows.len() == 0 {
		return
	}
	if f := j.fams[s.fam]; f != nil && f.broken {
		return
	}
	rw := s.rows.at(0)
	f := &Missing{Object: s.object, Call: rw.kind}
	for i := range rw.arrived {
		if a := rw.arrived[i].Site; !a.IsZero() {
			f.Arrived = append(f.Arrived, a)
		} else {
			f.Absent = append(f.Absent, j.absent(st, s.members[i]))
		}
	}
	if len(f.Arrived) > 0 && st.fault(f.Absent) {
		j.emit(f)
	}
}

// finishPairs reports starts and posts that never matched; st is nil where
// all ranks have freed the window.
func (j *Job) finishPairs(jw *JobWin, st *standings) {
	for _, k := range sortedPairs(jw.pairs) {
		if jw.lost[k.origin] || jw.lost[k.target] {
			continue
		}
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
	u := &Unmatched{Object: jw.Label, IsStart: isStart, Site: h.Site, From: jw.Members[from],
		To: Stand{Rank: jw.Members[to]}}
	if isStart {
		u.Other, u.Others = jw.unmatchedPost(to)
	}
	if st != nil {
		u.To = j.absent(st, jw.Members[to])
	}
	if r := j.Ranks[jw.Members[to]]; r == nil || r.Gaps() {
		return
	}
	if w := jw.ByRank[to]; w != nil && !w.Freed.IsZero() {
		u.To.Why, u.To.At = "has freed the window", w.Freed
	} else if !st.fault([]Stand{u.To}) {
		return
	}
	if st == nil {
		j.emit(u)
		return
	}
	if o := &st.of[u.From]; o.how == EndedStuck && blocks(o, jw, isStart) {
		u.Blocked = o.in
	}
	j.emit(u)
}

// unmatchedPost returns a post of a rank of the window that has not matched,
// and the ranks in MPI_COMM_WORLD whose starts it lacks.
func (jw *JobWin) unmatchedPost(rank int32) (at Site, lacks []int32) {
	for i, world := range jw.Members {
		q := jw.pairs[pairKey{int32(i), rank}]
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

// blocks reports whether a rank stands in a call because its start or post on
// the window is not matched.
func blocks(o *standing, jw *JobWin, isStart bool) bool {
	if c := o.call; c != nil && (c.Win == nil || c.Win.ID != jw.ID) {
		return false
	}
	switch o.in.Call {
	case calls.WinStart, calls.WinComplete:
		return isStart
	case calls.WinWait, calls.WinTest:
		return !isStart
	}
	return isStart && IsRMA(o.in.Call)
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
