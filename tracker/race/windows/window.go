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

// window is a window, as far as accesses are concerned.
type window struct {
	on      *op.Place
	origins map[int32]*origin // by rank of the window
	// entered is where its ranks entered the last fence, if that was one that ranks may
	// leave before others have come: accesses have no effect at a target that has not.
	entered []order.Point
	flavor  op.Flavor
	floor   *order.Snapshot // while old accesses are dropped
}

// origin is a rank that accesses a window.
type origin struct {
	open   map[int32]*pending       // by target
	epochs map[int32][]epoch        // by target: those that it has completed
	last   map[int32][]*race.Access // by target: of the last one of these
	asked  map[int64]*race.Access   // those with a request, by Op.N
	loops  map[place]*race.Access   // the last one of each call that has none
	fenced order.Sequel             // accesses after a fence
}

// place is a call in the program that accesses a target.
type place struct {
	target int32
	pc     uint64
}

// epoch is an access epoch that its origin has completed: the accesses are complete at
// the target when that has seen the complete.
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

// incomplete yields the accesses that may not be complete at their targets: of open epochs, and of those that the
// targets have not seen the end of.
func (o *origin) incomplete() iter.Seq[*race.Access] {
	return func(yield func(*race.Access) bool) {
		for _, p := range o.open {
			for _, a := range p.list {
				if !yield(a) {
					return
				}
			}
		}
		for _, list := range o.epochs {
			for a := range accessesOf(list) {
				if !yield(a) {
					return
				}
			}
		}
	}
}

// maxEpochs bounds the epochs kept for targets that see their ends later; of others, nothing is known.
const maxEpochs = 1 << 10

func (w *window) origin(me int32) *origin {
	o := w.origins[me]
	if o == nil {
		o = &origin{open: map[int32]*pending{}, epochs: map[int32][]epoch{}, last: map[int32][]*race.Access{}, asked: map[int64]*race.Access{},
			loops: map[place]*race.Access{}}
		w.origins[me] = o
	}
	return o
}

// keep keeps an access for those that others may make; asked: it has a request. It returns the one that
// stands for it, and one whose place it has taken, if nothing refers to that any more.
func (o *origin) keep(space *race.Space, b *race.Access, asked bool) (kept, past *race.Access) {
	at, open := place{b.Peer, b.Site.PC}, o.pending(b.Peer)
	if a := o.loops[at]; a != nil && !asked {
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
	o.loops[at] = b
	if past != nil && past.Over() && past.Site.Call == b.Site.Call {
		return b, past
	}
	return b, nil
}

// pending returns the accesses to a target that are not complete.
func (o *origin) pending(target int32) *pending {
	p := o.open[target]
	if p == nil {
		p = &pending{}
		o.open[target] = p
	}
	return p
}

// complete takes all accesses of an origin as complete at their targets.
func (o *origin) complete(x *op.Op) {
	for _, p := range o.open {
		p.complete(x.N)
	}
	clear(o.asked)
	if calls.Of(x.Site.Call).Frees != calls.ClassWin {
		return
	}
	for _, list := range o.epochs { // the targets have waited, as may be read later
		for a := range accessesOf(list) {
			if a.Done == 0 {
				a.Done = x.N
			}
		}
	}
}

// completeAtOrigin takes accesses to a target, or to all, as complete at their own rank.
func (o *origin) completeAtOrigin(_ int32, x *op.Op) {
	if x.Peer >= 0 {
		o.pending(x.Peer).completeAtOrigin(x.N, x.Site)
		return
	}
	for _, p := range o.open {
		p.completeAtOrigin(x.N, x.Site)
	}
}

// requested takes an access whose request is complete, or whose call has failed.
func (o *origin) requested(_ int32, x *op.Op) {
	failed := x.What == op.Retracts
	if a := o.asked[x.Count]; a != nil {
		if a.Dead = a.Dead || failed; !failed {
			completeAtOrigin(a, x.N, x.Site)
		}
		delete(o.asked, x.Count)
	}
}

// step takes a step of an epoch of an origin.
func (o *origin) step(s *stamp.Epoch) {
	t := s.Target
	switch s.Step {
	case stamp.EpochCompleted:
		o.completes(t, s.Number)
	case stamp.EpochReturned: // at the origin all accesses are complete
		for _, a := range o.last[t] {
			completeAtOrigin(a, s.N, s.Site)
		}
		delete(o.last, t)
	case stamp.EpochSeen:
		o.seen(t, s.Number, s.N)
	}
}

// completes takes the end of an access epoch, the k-th one of its origin and target.
func (o *origin) completes(target int32, k int64) {
	list := o.pending(target).take()
	o.last[target] = list
	if len(list) == 0 {
		return
	}
	if len(o.epochs[target]) > maxEpochs {
		o.epochs[target] = slices.Delete(o.epochs[target], 0, maxEpochs/2)
	}
	o.epochs[target] = append(o.epochs[target], epoch{k, list})
}

// seen takes the end of an exposure epoch: the target has seen that the accesses of the k-th access epoch are complete
// when it had n records.
func (o *origin) seen(target int32, k, n int64) {
	list := o.epochs[target]
	i := slices.IndexFunc(list, func(e epoch) bool { return e.number >= k })
	if i < 0 || list[i].number > k {
		return
	}
	for _, a := range list[i].accesses {
		a.Seen, a.Settled = n, a.AtOrigin > 0
	}
	o.epochs[target] = slices.Delete(list, 0, i+1)
}

// strays forgets the accesses of a rank, or to that rank, whose epochs are no longer counted.
func (w *window) strays(rank int32) {
	for me, o := range w.origins {
		for t, list := range o.epochs {
			if me != rank && t != rank {
				continue
			}
			for a := range accessesOf(list) {
				a.Dead = true
				for _, b := range a.Buffers {
					b.Dead = b.Dead || b.Done == 0
				}
			}
			delete(o.epochs, t)
		}
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

// floorOf names what the ranks of a window know of one rank.
type floorOf struct {
	window uint64
	rank   int32
}

// floor is how many records of a rank all others of the window know to be past.
func (m *floors) floor(w *window, rank int32) int64 {
	if w.floor == nil {
		f := m.order.Floor(w.on.Members)
		w.floor = &f
	}
	if len(w.on.Members) > race.MaxApart { // it is as good as always
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
