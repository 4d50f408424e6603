package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/state"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// again is a persistent collective operation. When the ranks start it for the k-th time, they meet in a row.
type again struct {
	group
	base   int64 // the number of the first row kept
	rows   queue.Queue[againRow]
	broken bool // who starts it is not known
}

type againRow struct {
	row *wait.Row
	n   int // ranks that have started it
}

// initiated is a rank's part in it.
type initiated struct {
	*again
	next int64 // how often the rank has started it
	why  wait.Why
}

// initiates adds a rank that creates a persistent collective operation.
func (m *strict) initiates(rw *orderRow, rank int32, op *state.Op, why wait.Why) {
	if rw.again == nil {
		rw.again = &again{group: group{members: op.On.All}}
	}
	m.inits[joining{rank, op.N}] = &initiated{again: rw.again, why: why}
}

// row returns the row in which the ranks meet that start it for the k-th time.
func (a *again) row(m *strict, k int64) *againRow {
	for a.base+int64(a.rows.Len()) <= k {
		a.rows.Push(againRow{row: m.replay.NewRow(len(a.members))})
	}
	return a.rows.At(int(k - a.base))
}

// restart takes a rank that starts a persistent collective operation, or frees its request.
func (m *strict) restart(rank int32, op *state.Op) {
	k := joining{rank, op.Count}
	x := m.inits[k]
	switch {
	case x == nil:
		return
	case op.Unsure:
		delete(m.inits, k)
		return
	case op.Failed:
		m.breakAgain(x.again)
	}
	if x.broken {
		return
	}
	r := x.row(m, x.next)
	x.next++
	m.replay.Enter(r.row, &op.Site, op.N)
	m.rows[k] = joined{r.row, wait.Restarted, x.why}
	r.n++
	for x.rows.Len() > 0 && x.rows.At(0).n == len(x.members) {
		x.rows.Pop()
		x.base++
	}
}

// breakAgain says that it is not known who starts an operation.
func (m *strict) breakAgain(a *again) {
	a.broken = true
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
func (m *strict) founds(rank int32, op *state.Op) {
	f := m.founded[op.On.ID]
	if f == nil {
		if m.anyLost(op.On.All) || slices.ContainsFunc(op.On.All, func(r int32) bool { return !m.present(r) }) {
			return
		}
		f = &foundedRow{group: group{members: op.On.All}, row: m.replay.NewRow(len(op.On.All))}
		m.founded[op.On.ID] = f
	}
	m.replay.Enter(f.row, &op.Site, op.N)
	d := m.replay.NewNeed(wait.Collective, wait.Allowed, op.On)
	d.Begun = op.Site
	m.replay.Joins(d, f.row)
	m.replay.Wait(d, &op.Site, op.N)
	if f.n++; f.n == len(f.members) {
		delete(m.founded, op.On.ID)
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
