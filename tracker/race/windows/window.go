package windows

import (
	"iter"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// window holds the accesses to a window.
type window struct {
	on      *op.Place
	origins []*origin // by rank of the window; nil: it has made no access
	// entered has the points at which the ranks entered the last fence, if ranks may leave that fence before other
	// ranks enter it: accesses have no effect at a target that has not entered the fence.
	entered []order.Point
	flavor  op.Flavor
	floor   *order.Snapshot // while old accesses are dropped
}

// origin is a rank that accesses a window.
type origin struct {
	to     map[int32]*toward      // by target
	near   [2]*toward             // the values of to that were looked up last
	asked  map[int64]*race.Access // accesses with a request, by Op.N
	fenced order.Sequel           // accesses after a fence
}

// toward holds the accesses of an origin to a target.
type toward struct {
	target int32
	open   pending
	epochs []epoch          // the epochs that the origin has completed
	last   []*race.Access   // accesses of the last of these epochs
	loops  map[uint64]*loop // by the place in the program
	loop   *loop            // the value of loops that was looked up last
}

// loop stands for the accesses without a request that a place in the program makes.
type loop struct {
	pc   uint64
	last *race.Access // may have been reused for another access, see current
	n    int64        // the record of last
}

// current returns the access that the loop may extend, nil if there is none; rank is the rank of the loop.
func (l *loop) current(rank int32) *race.Access {
	if a := l.last; a != nil && a.At.N == l.n && a.Site.Rank == rank {
		return a
	}
	return nil
}

// epoch is an access epoch that its origin has completed: its accesses are complete at the target once the target has
// seen the MPI_Win_complete.
type epoch struct {
	number   int64 // of the epochs of this origin and target
	accesses []*race.Access
}

// accessesOf yields the accesses of epochs.
func accessesOf(list []epoch) iter.Seq[*race.Access] {
	return func(yield func(*race.Access) bool) {
		for i := range list {
			for _, a := range list[i].accesses {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// maxEpochs bounds the epochs kept for targets that see their ends later; older epochs are forgotten.
const maxEpochs = 1 << 10

func (w *window) origin(me int32) *origin {
	if me < 0 || int(me) >= len(w.origins) {
		return newOrigin() // the rank is not in the window: its accesses are unknown
	}
	if w.origins[me] == nil {
		w.origins[me] = newOrigin()
	}
	return w.origins[me]
}

// forget drops the accesses that are no longer compared with others.
func (w *window) forget() {
	for _, o := range w.origins {
		if o == nil {
			continue
		}
		for _, t := range o.to {
			t.open.forget()
		}
	}
}

func newOrigin() *origin { return &origin{to: map[int32]*toward{}, asked: map[int64]*race.Access{}} }

// toward returns the accesses of the origin to a target.
func (o *origin) toward(target int32) *toward {
	for _, t := range o.near {
		if t != nil && t.target == target {
			return t
		}
	}
	t := o.to[target]
	if t == nil {
		t = &toward{target: target}
		o.to[target] = t
	}
	o.near[0], o.near[1] = t, o.near[0]
	return t
}

// at returns the loop of a place.
func (t *toward) at(pc uint64) *loop {
	if l := t.loop; l != nil && l.pc == pc {
		return l
	}
	l := t.loops[pc]
	if l == nil {
		if t.loops == nil {
			t.loops = map[uint64]*loop{}
		}
		l = &loop{pc: pc}
		t.loops[pc] = l
	}
	t.loop = l
	return l
}

// keep keeps an access for comparison with later accesses; asked: it has a request. It returns the access that
// stands for it, and a replaced access that nothing refers to any more.
func (o *origin) keep(space *race.Space, b *race.Access, asked bool) (kept, past *race.Access) {
	t := o.toward(b.Peer)
	at, open := t.at(b.Site.PC), &t.open
	if a := at.current(b.Site.Rank); a != nil && !asked {
		if a.Extends(b) {
			space.Grow(a, b)
			return a, nil
		}
		if a.Times > 1 {
			open.replaced(space.Close(a))
		}
	}
	past = space.Add(b)
	open.replaced(past)
	open.add(b)
	if asked {
		o.asked[b.At.N] = b
		return b, nil
	}
	at.last, at.n = b, b.At.N
	if past != nil && past.Over() && past.Site.Call == b.Site.Call {
		return b, past
	}
	return b, nil
}

// pending returns the accesses to a target that are not complete.
func (o *origin) pending(target int32) *pending { return &o.toward(target).open }

// complete takes all accesses of an origin as complete at their targets.
func (o *origin) complete(x *op.Head) {
	for _, t := range o.to {
		t.open.complete(x.N)
	}
	clear(o.asked)
	if calls.Of(x.Site.Call).Frees != calls.ClassWin {
		return
	}
	for _, t := range o.to { // the targets have waited, even if those waits are read later
		for a := range accessesOf(t.epochs) {
			if a.Done == 0 {
				a.Done = x.N
			}
		}
	}
}

// completeAtOrigin takes accesses to a target, or to all, as complete at their own rank.
func (o *origin) completeAtOrigin(x *op.Settle) {
	if x.Target != op.AllTargets {
		o.pending(x.Target).completeAtOrigin(x.N, x.Site)
		return
	}
	for _, t := range o.to {
		t.open.completeAtOrigin(x.N, x.Site)
	}
}

// step takes a step of an epoch of an origin.
func (o *origin) step(s *stamp.Epoch) {
	t := o.toward(s.Target)
	switch s.Step {
	case stamp.EpochCompleted:
		t.completes(s.Number)
	case stamp.EpochReturned: // at the origin all accesses are complete
		for _, a := range t.last {
			completeAtOrigin(a, s.N, s.Site)
			a.Settled = a.Settled || a.Seen > 0
		}
		t.last = nil
	case stamp.EpochSeen:
		t.seen(s.Number, s.N)
	}
}

// completes takes the end of access epoch k of the origin and target.
func (t *toward) completes(k int64) {
	t.last = t.open.take()
	if len(t.last) == 0 {
		return
	}
	if len(t.epochs) > maxEpochs {
		t.epochs = slices.Delete(t.epochs, 0, maxEpochs/2)
	}
	t.epochs = append(t.epochs, epoch{k, t.last})
}

// seen takes the end of an exposure epoch: when the target had n records, it had seen that the accesses of the k-th
// access epoch are complete.
func (t *toward) seen(k, n int64) {
	i := slices.IndexFunc(t.epochs, func(e epoch) bool { return e.number >= k })
	if i < 0 || t.epochs[i].number > k {
		return
	}
	list := t.epochs[i].accesses
	returned := len(t.last) == 0 || t.last[0] != list[0] // else EpochReturned comes later
	for _, a := range list {
		a.Seen, a.Settled = n, returned && a.AtOrigin > 0
	}
	t.epochs = slices.Delete(t.epochs, 0, i+1)
}

// strays forgets the accesses of a rank, or to that rank, whose epochs are no longer counted.
func (w *window) strays(rank int32) {
	for me, o := range w.origins {
		if o != nil {
			o.strays(rank, int32(me) == rank)
		}
	}
}

// strays forgets the accesses to a rank, or all, whose epochs are no longer counted.
func (o *origin) strays(target int32, all bool) {
	for _, t := range o.to {
		if !all && t.target != target {
			continue
		}
		for a := range accessesOf(t.epochs) {
			a.Dead = true
			for _, b := range a.Buffers {
				b.Dead = b.Dead || b.Done == 0
			}
		}
		t.epochs = nil
	}
}

// floors say which accesses all ranks of their windows know to be complete.
type floors struct {
	order race.Clocks
	of    map[uint64]*window
	known map[floorOf]int64
}

func newFloors(clocks race.Clocks, of map[uint64]*window) *floors {
	for _, w := range of {
		w.floor = nil
	}
	return &floors{clocks, of, map[floorOf]int64{}}
}

// past reports whether all ranks of the window know that the access is complete.
func (m *floors) past(a *race.Access, target int32) bool {
	if a.Done == 0 && a.Seen == 0 {
		return false
	}
	w := m.of[a.Window.ID]
	if w == nil {
		return true
	}
	return a.Done > 0 && a.Done <= m.floor(w, a.Site.Rank) || a.Seen > 0 && a.Seen <= m.floor(w, target)
}

// floorOf identifies a result of floor.
type floorOf struct {
	window uint64
	rank   int32
}

// floor returns the number of records of a rank that all other ranks of the window know to be past.
func (m *floors) floor(w *window, rank int32) int64 {
	if w.floor == nil {
		f := m.order.Floor(w.on.Members)
		w.floor = &f
	}
	if len(w.on.Members) > race.MaxApart { // nearly always the same, see MaxApart
		return w.floor.Of(rank)
	}
	k := floorOf{w.on.ID, rank}
	n, known := m.known[k]
	if !known {
		n = math.MaxInt64
		for _, r := range w.on.Members {
			if r != rank {
				n = min(n, m.order.Known(r, rank))
			}
		}
		m.known[k] = n
	}
	return n
}
