package wait

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/queue"
)

// agains are the persistent collective operations of a job.
type agains struct {
	joins *joins
	inits map[key]*initiated
	count int             // of all that there have been
	unmet map[*again]bool // operations that some ranks have started more often than others
}

// again is a persistent collective operation. When the ranks start it for the k-th time, they meet in a row.
type again struct {
	members []int32
	base    int64 // the number of the first row kept
	rows    queue.Queue[againRow]
	broken  bool // who starts it is not known
	inits   int  // ranks that have created it
	number  int  // of the operations of the job
	object  tracker.Object
	made    tracker.Site // the call of the first rank that has created it
}

type againRow struct {
	row     *Row
	n       int // ranks that have started it
	started []tracker.Site
}

// initiated is a rank's part in a persistent collective operation.
type initiated struct {
	*again
	next int64 // how often the rank has started it
	why  fact.Why
}

// initiates adds a rank that creates a persistent collective operation.
func (m *agains) initiates(c *Collective, rank int32, x *op.Head, why fact.Why) {
	if c.again == nil {
		m.count++
		c.again = &again{members: x.On.All, number: m.count, object: x.On.Object, made: x.Site}
	}
	c.again.inits++
	m.inits[key{rank, x.N}] = &initiated{again: c.again, why: why}
}

// row returns the row of the k-th start.
func (a *again) row(r *Replay, k int64) *againRow {
	for a.base+int64(a.rows.Len()) <= k {
		a.rows.Push(againRow{row: r.NewRow(len(a.members))})
	}
	return a.rows.At(int(k - a.base))
}

// restart takes a rank that starts a persistent collective operation, or frees its request.
func (m *agains) restart(rank int32, o *op.Restart) {
	k := key{rank, o.Created}
	x := m.inits[k]
	switch {
	case x == nil:
		return
	case o.Freed:
		delete(m.inits, k)
		return
	case o.Failed:
		m.end(x.again)
	}
	if x.broken {
		return
	}
	r := x.row(m.joins.Replay, x.next)
	x.next++
	m.joins.Enter(r.row, &o.Site, o.N)
	m.joins.begin(k, joined{r.row, fact.Restarted, x.why})
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

// Ends say where ranks stood at the end of the run.
type Ends interface {
	Finalized(rank int32) bool
	// Absent describes a rank that did not come; Fault reports whether it is the program's fault that some did not.
	Absent(rank int32) fact.Stand
	Fault(absent []fact.Stand) bool
}

// unfinished returns the persistent collective operations that only some ranks have started, except operations
// that a rank waits for: another fact says why it waits.
func (m *agains) unfinished(ends Ends, unseen func(rank int32) bool) (out []*fact.Missing) {
	left := slices.SortedFunc(maps.Keys(m.unmet), func(a, b *again) int { return cmp.Compare(a.number, b.number) })
	for _, a := range left {
		if a.broken || a.inits < len(a.members) || slices.ContainsFunc(a.members,
			func(r int32) bool { return !ends.Finalized(r) || unseen(r) }) {
			continue
		}
		r := a.rows.At(0)
		f := &fact.Missing{Object: a.object, Call: a.made.Call, Arrived: r.started, Init: a.made, Round: a.base + 1}
		for _, rank := range a.members {
			if !slices.ContainsFunc(r.started, func(s tracker.Site) bool { return s.Rank == rank }) {
				f.Absent = append(f.Absent, ends.Absent(rank))
			}
		}
		if ends.Fault(f.Absent) {
			out = append(out, f)
		}
	}
	return out
}

// end stops following an operation: it is no longer known who starts it.
func (m *agains) end(a *again) {
	a.broken = true
	delete(m.unmet, a)
	for ; a.rows.Len() > 0; a.rows.Pop() {
		m.joins.breakUp(a.rows.At(0).row)
	}
}

func (m *agains) lose(rank int32) {
	for _, x := range m.inits {
		if !x.broken && slices.Contains(x.members, rank) {
			m.end(x.again)
		}
	}
}

// Collective is a collective call that the ranks of an object make together.
type Collective struct {
	row   *Row
	again *again // of calls that create persistent operations
}
