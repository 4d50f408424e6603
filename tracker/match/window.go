package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// targets collects what each rank of a window knows about its own part, and
// combines communication calls with the target's.
type targets struct {
	*common
	collectives *collectives
	retire      func(on *op.Place)
	unmoved
	of     map[uint64]*window
	last   *window     // the one that was looked up last
	access fact.Access // reused
}

// window is a window as all its ranks see it.
type window struct {
	on     *op.Place // of the rank that was first
	made   []*op.WinMade
	freed  []tracker.Site // by rank of the window; zero: not freed
	lossy  bool           // of some rank records are missing
	joined int            // ranks that have created it
	gone   int            // ranks that have freed it
}

func newTargets(c *common, all *collectives, retire func(*op.Place)) *targets {
	return &targets{common: c, collectives: all, retire: retire, of: map[uint64]*window{}}
}

func (m *targets) Routes() op.Routes {
	return op.Routes{op.Creates: m.create, op.Frees: m.free, op.Forgets: m.forget}
}

// incomplete keeps a rank back until all ranks of a window have created it:
// accesses are checked against the target's part.
type incomplete struct{ *window }

func (x incomplete) holds() bool { return x.joined < len(x.made) && !x.lossy }

// create adds one rank's part of a new window.
func (m *targets) create(rank int32, o *op.Op) {
	w := m.of[o.On.ID]
	if w == nil {
		n := len(o.On.Members)
		w = &window{on: o.On, made: make([]*op.WinMade, n), freed: make([]tracker.Site, n), lossy: m.anyLost(o.On.Members)}
		m.of[o.On.ID] = w
		m.collectives.created(o.On)
	}
	me := o.On.Me
	if me < 0 || int(me) >= len(w.made) {
		return
	}
	if w.made[me] == nil {
		w.joined++
	}
	w.made[me] = o.More.(*op.WinMade)
	m.order.WatchLate()
	if x := (incomplete{w}); x.holds() {
		m.hold(rank, x)
	}
}

// free takes a rank that has freed the window.
func (m *targets) free(_ int32, x *op.Op) {
	w := m.of[x.On.ID]
	if w == nil {
		return
	}
	if !w.freed[x.On.Me].IsZero() {
		return // it was freed once already
	}
	w.freed[x.On.Me] = x.Site
	if w.gone++; w.gone == len(w.made) {
		m.retire(x.On)
	}
}

// forget takes a rank whose part is no longer known.
func (m *targets) forget(_ int32, x *op.Op) {
	if w := m.of[x.On.ID]; w != nil {
		w.made[x.On.Me] = nil
	}
}

// target returns the target's part of the window that an access goes to, nil
// where that is not known.
func (m *targets) target(x *op.Op) *op.WinMade {
	w := m.last
	if w == nil || w.on.ID != x.On.ID {
		if w = m.of[x.On.ID]; w == nil {
			return nil
		}
		m.last = w
	}
	return w.made[x.Peer]
}

// stamp says in whose memory of a window an access, a load or a store is, and that rank's part.
func (m *targets) stamp(a *stamp.Access) {
	if a.Owner = a.Peer; a.Owner != op.FirstWithMemory || a.What != op.Touches {
		a.Target = m.target(a.Op)
		return
	}
	w := m.of[a.On.ID]
	if w == nil {
		return
	}
	i := slices.IndexFunc(w.made, func(t *op.WinMade) bool { return t == nil || t.Size > 0 })
	if i >= 0 {
		a.Owner, a.Target = int32(i), w.made[i]
	}
}

// Access emits an access with the target's part of the window. What is
// attached to a dynamic window is left to another matcher.
func (m *targets) Access(_ int32, a *stamp.Access) {
	t := a.Target
	if t == nil {
		return
	}
	if x, ok := a.More.(*op.Access); ok && x.OpenOps != nil {
		m.compareOps(a.Op, x.OpenOps, t)
	}
	if t.Flavor == op.Dynamic {
		return
	}
	m.access = fact.Access{Site: a.Site, On: a.On, Target: a.Peer, Data: a.Data, Win: t}
	m.emit(&m.access)
}

// compareOps looks for an accumulate that is not complete, has another operation
// and goes to the same bytes.
func (m *targets) compareOps(o *op.Op, x *op.OpenOps, t *op.WinMade) {
	now := datatype.Buffer{Addr: t.Address(o.Data.Disp), Count: o.Data.Count, Type: o.Data.Type}
	for i := range x.Before {
		b := &x.Before[i]
		before := datatype.Buffer{Addr: t.Address(b.Disp), Count: b.Count, Type: b.Type}
		if now.Overlaps(&before) {
			m.emit(&fact.OpsDiffer{Call: o.Site, Before: b.Site, On: o.On, Target: o.Peer, Hint: x.Hint, Op: x.Op, BeforeOp: b.Op, Ordered: x.Ordered})
			return
		}
	}
}

func (m *targets) gone(on *op.Place) {
	delete(m.of, on.ID)
	m.last = nil
}

func (m *targets) lose(rank int32) {
	for _, w := range m.of {
		if i := slices.Index(w.on.Members, rank); i >= 0 {
			w.lossy, w.made[i] = true, nil
		}
	}
}
