package state

import (
	"slices"
	"sort"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Calls that send, receive, read a file or reach other windows may use memory of a window: that of
// their own rank, or in a window of shared memory that of another one. For the window these are
// loads and stores.

// exposed is the memory of the rank's windows.
type exposed struct {
	list  []exposure // by lo
	reach []int64    // the highest hi up to there, or more
	made  int64      // touches so far
	// hidden is when a window lost memory last.
	hidden uint64
	shared int // of the list, those of windows whose memory processes share
	gone   int // of the list, those without a window: a window has lost their memory
}

// exposure is memory [lo, hi) of a window: that of a rank of its group, in the addresses of this process.
type exposure struct {
	lo, hi int64
	win    *Win
	rank   int32
}

// own reports whether it is this rank's own.
func (e *exposure) own() bool { return int(e.rank) == e.win.MyRank }

// disp is an address as others take it: in the memory of another rank the distance from its base.
func (e *exposure) disp(addr int64) int64 {
	if e.own() {
		return addr
	}
	return addr - e.lo
}

// expose adds memory of a window.
func (e *exposed) expose(w *Win, rank int, base, size int64) {
	if base <= 0 || size <= 0 {
		return
	}
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].lo > base })
	for k := i - 1; k >= 0 && e.list[k].lo == base; k-- {
		if x := &e.list[k]; x.win == w && int(x.rank) == rank {
			return
		}
	}
	if w.Flavor == op.Shared {
		e.shared++
	}
	e.list = slices.Insert(e.list, i, exposure{base, datatype.AddSat(base, size), w, int32(rank)})
	e.reach = slices.Insert(e.reach, i, 0)
	e.reaches(i)
}

// hide takes memory of a window away: what begins at base, or all where that is 0.
func (e *exposed) hide(w *Win, base int64, now uint64) {
	e.hidden = now
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].lo >= base })
	for ; i < len(e.list) && (base == 0 || e.list[i].lo == base); i++ {
		x := &e.list[i]
		if x.win != w {
			continue
		}
		if w.Flavor == op.Shared {
			e.shared--
		}
		x.win = nil
		e.gone++
	}
	if base == 0 || 2*e.gone > len(e.list) {
		e.compact()
	}
}

// compact takes memory that windows have lost out of the list.
func (e *exposed) compact() {
	e.list = slices.DeleteFunc(e.list, func(x exposure) bool { return x.win == nil })
	e.gone = 0
	e.reach = e.reach[:len(e.list)]
	clear(e.reach)
	e.reaches(0)
}

// reaches brings reach up to date from i on, until it is as it was.
func (e *exposed) reaches(i int) {
	for ; i < len(e.list); i++ {
		hi := e.list[i].hi
		if i > 0 {
			hi = max(hi, e.reach[i-1])
		}
		if e.reach[i] == hi {
			return
		}
		e.reach[i] = hi
	}
}

// find returns memory of a window that has bytes of [lo, hi), nil if there is none.
func (e *exposed) find(lo, hi int64) (found *exposure) {
	last := len(e.list) - 1
	if last < 0 || hi <= e.list[0].lo || e.reach[last] <= lo {
		return nil
	}
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].lo >= hi })
	for i--; i >= 0 && e.reach[i] > lo; i-- {
		if x := &e.list[i]; x.hi > lo && x.win != nil {
			return x
		}
	}
	return nil
}

// from returns the first memory in the list that has bytes of [lo, hi); -1 if there is none.
func (e *exposed) from(lo, hi int64) int {
	i := sort.Search(len(e.reach), func(i int) bool { return e.reach[i] > lo })
	for ; i < len(e.list) && e.list[i].lo < hi; i++ {
		if x := &e.list[i]; x.hi > lo && x.win != nil {
			return i
		}
	}
	return -1
}

// touches adds the loads and stores of window memory that a call begins which has been entered.
func (o *Ops) touches(r *Rank, c *Call) {
	if !r.windows.haveMemory() {
		return
	}
	until := op.UntilReturn
	switch part := useParts[c.Kind]; {
	case part == usesRequests:
		o.startTouches(r, c)
		return
	case part == usesNothing, part == usesPartitions, c.Sem.Persistent, c.Sem.IO.Half == calls.SplitBegin: // the last is SPLIT010
		return
	case part == usesRMA:
		until = op.UntilSettled
	case c.Sem.Starts != calls.NoOperation:
		until = op.UntilComplete
		if !r.Watches(calls.FamilyMessages) { // perhaps its end is not recorded
			return
		}
	}
	message := int64(0)
	if messageParts[c.Kind] != noPart {
		message = c.told.received.id
	}
	for i := range r.memoryOf(c) {
		m := &c.used.list[i]
		touches := !m.Window && !m.Array && o.touch(r, c, m, c.told.touched, until, message)
		if touches && c.told.touched == 0 {
			c.told.touched = r.windows.lastTouch()
		}
	}
}

// syncsMemory adds a call that orders the loads and stores of shared memory.
func (o *Ops) syncsMemory(r *Rank, c *Call) {
	if r.windows.share() && c.Sem.Epoch != calls.NoEpochStep {
		o.add(r, c, op.SyncsMemory, nil)
	}
}

// startTouches is touches of a call that starts persistent requests.
func (o *Ops) startTouches(r *Rank, c *Call) {
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || !q.Persistent() || q.Active || q.Parts != nil {
			continue
		}
		q.told.touched = 0
		for x := q.memory; x != nil; x = x.more {
			if !x.Array && o.touch(r, c, &x.Memory, q.told.touched, op.UntilComplete, q.told.receive.id) {
				q.told.touched = r.windows.lastTouch()
			}
		}
	}
}

// mostTouches bounds the blocks of one buffer.
const mostTouches = 64

// touch adds what is in window memory of a buffer; false: nothing. Those with one number end together: 0
// is a new one.
func (o *Ops) touch(r *Rank, c *Call, m *Memory, number int64, until op.Until, message int64) bool {
	e := r.windows.memoryAt(m.lo, m.hi)
	if e == nil {
		return false
	}
	on := e.win.Place()
	if on == nil || !e.own() && (m.lo < e.lo || m.hi > e.hi) {
		return false
	}
	if number == 0 {
		number = r.windows.newTouch()
	}
	x := o.touched.next()
	n := len(o.locks)
	o.heldLocks(r, nil, 0)
	*x = op.Touch{Until: until, Locks: o.locks[n:len(o.locks):len(o.locks)], All: r.windows.heldOfAll()}
	if m.Writes {
		x.Message = message
	}
	left := mostTouches
	m.each(func(b datatype.Buffer) bool {
		if lo, hi := b.Hull(); b.Type == nil || b.Type.Unknown || r.windows.memoryAt(lo, hi) == nil {
			return true
		}
		told := o.add(r, c, op.Touches, on)
		told.Peer, told.Count, told.More = e.rank, number, x
		told.Data = op.Data{Disp: e.disp(b.Addr), Count: b.Count, Type: b.Type, Writes: m.Writes}
		left--
		return left > 0
	})
	return true
}

// endTouches adds that a call has returned which has touched window memory. Where it has failed, whether it
// did is unknown.
func (o *Ops) endTouches(r *Rank, c *Call) {
	switch {
	case c.Sem.Step == calls.RequestActivate:
		for g := c.Given(); g.Next() && !c.ok(); {
			if q := g.Request; q != nil && !q.Active {
				o.endTouch(r, c, &q.told.touched, true)
			}
		}
	case c.told.touched == 0 || c.Sem.RMA != calls.NoRMA:
	case !c.ok(), c.Sem.Starts == calls.NoOperation, c.request() == r.requests.nullHandle(): // it is complete
		o.endTouch(r, c, &c.told.touched, !c.ok())
	}
}

// endTouch adds that the touches with a number have ended.
func (o *Ops) endTouch(r *Rank, c *Call, number *int64, unsure bool) {
	if *number > 0 {
		x := o.add(r, c, op.HasTouched, nil)
		x.Count, x.Unsure = *number, unsure
		*number = 0
	}
}
