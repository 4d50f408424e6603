package match

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/queue"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// again is a persistent collective operation. When the ranks start it for the k-th time, they meet in a row.
type again struct {
	group
	base   int64 // the number of the first row kept
	rows   queue.Queue[againRow]
	broken bool // who starts it is not known
	inits  int  // ranks that have created it
	number int  // of those of the job
	object tracker.Object
	made   tracker.Site // the call of the first rank that has created it
}

type againRow struct {
	row     *wait.Row
	n       int // ranks that have started it
	started []tracker.Site
}

// initiated is a rank's part in it.
type initiated struct {
	*again
	next int64 // how often the rank has started it
	why  fact.Why
}

// initiates adds a rank that creates a persistent collective operation.
func (m *strict) initiates(rw *orderRow, rank int32, x *op.Op, why fact.Why) {
	if rw.again == nil {
		m.agains++
		rw.again = &again{group: group{members: x.On.All}, number: m.agains, object: x.On.Object, made: x.Site}
	}
	rw.again.inits++
	m.inits[joining{rank, x.N}] = &initiated{again: rw.again, why: why}
}

// row returns the row in which the ranks meet that start it for the k-th time.
func (a *again) row(m *strict, k int64) *againRow {
	for a.base+int64(a.rows.Len()) <= k {
		a.rows.Push(againRow{row: m.replay.NewRow(len(a.members))})
	}
	return a.rows.At(int(k - a.base))
}

// restart takes a rank that starts a persistent collective operation, or frees its request.
func (m *strict) restart(rank int32, o *op.Op) {
	k := joining{rank, o.Count}
	x := m.inits[k]
	switch {
	case x == nil:
		return
	case o.Unsure:
		delete(m.inits, k)
		return
	case o.Failed:
		m.breakAgain(x.again)
	}
	if x.broken {
		return
	}
	r := x.row(m, x.next)
	x.next++
	m.replay.Enter(r.row, &o.Site, o.N)
	m.rows[k] = joined{r.row, fact.Restarted, x.why}
	r.n++
	r.started = append(r.started, o.Site)
	for x.rows.Len() > 0 && x.rows.At(0).n == len(x.members) {
		x.rows.Pop()
		x.base++
	}
	if x.rows.Len() > 0 {
		m.unmet[x.again] = true
	} else {
		delete(m.unmet, x.again)
	}
}

// finish reports persistent collective operations that some ranks have started, and others have not, where no rank
// waits for that: else it is said why it waits.
func (m *strict) finish(st *standings) {
	m.replay.Finish()
	left := slices.SortedFunc(maps.Keys(m.unmet), func(a, b *again) int { return cmp.Compare(a.number, b.number) })
	for _, a := range left {
		if a.broken || a.inits < len(a.members) || slices.ContainsFunc(a.members, func(r int32) bool { return !st.finalized(r) || m.messages.isUnseen(r) }) {
			continue
		}
		r := a.rows.At(0)
		f := &fact.Missing{Object: a.object, Call: a.made.Call, Arrived: r.started, Init: a.made, Round: a.base + 1}
		for _, rank := range a.members {
			if !slices.ContainsFunc(r.started, func(s tracker.Site) bool { return s.Rank == rank }) {
				f.Absent = append(f.Absent, m.absent(st, rank))
			}
		}
		if st.fault(f.Absent) {
			m.emit(f)
		}
	}
}

// breakAgain says that it is not known who starts an operation.
func (m *strict) breakAgain(a *again) {
	a.broken = true
	delete(m.unmet, a)
	for ; a.rows.Len() > 0; a.rows.Pop() {
		m.replay.Break(a.rows.At(0).row)
	}
}

func (m *strict) loseAgain(rank int32) {
	for _, x := range m.inits {
		if !x.broken && slices.Contains(x.members, rank) {
			m.breakAgain(x.again)
		}
	}
}

// foundedRow is a communicator that the ranks of a group, or of two, create.
type foundedRow struct {
	group
	row *wait.Row
	n   int // ranks that have come
}

// founds has a call wait that has created a communicator with the ranks of a group, or of two.
func (m *strict) founds(rank int32, x *op.Op) {
	f := m.founded[x.On.ID]
	if f == nil {
		if m.anyLost(x.On.All) || slices.ContainsFunc(x.On.All, func(r int32) bool { return !m.present(r) }) {
			return
		}
		f = &foundedRow{group: group{members: x.On.All}, row: m.replay.NewRow(len(x.On.All))}
		m.founded[x.On.ID] = f
	}
	m.replay.Enter(f.row, &x.Site, x.N)
	d := m.replay.NewNeed(fact.Collective, fact.Allowed, x.On)
	d.Begun = x.Site
	m.replay.Joins(d, f.row)
	m.replay.Wait(d, &x.Site, x.N)
	if f.n++; f.n == len(f.members) {
		delete(m.founded, x.On.ID)
	}
}

func (m *strict) loseFounded(rank int32) {
	for id, f := range m.founded {
		if f.Has(rank) {
			m.replay.Break(f.row)
			delete(m.founded, id)
		}
	}
}
