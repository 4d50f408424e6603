package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// targets collects the parts of a window from its ranks, and combines communication calls with the target's part.
type targets struct {
	*common
	collectives *collectives
	unmoved
	of     map[uint64]*window
	last   *window     // the window that was looked up last
	access fact.Access // reused
}

// window is a window as all its ranks see it.
type window struct {
	on     *op.Place // the window, as its first rank names it
	made   []*op.WinMade
	freed  []tracker.Site // by rank of the window; zero: not freed
	lossy  bool           // records of some rank are missing
	joined int            // ranks that have created it
	gone   int            // ranks that have freed it
}

func newTargets(c *common, all *collectives) *targets {
	return &targets{common: c, collectives: all, of: map[uint64]*window{}}
}

func (m *targets) Routes(k *op.Kinds) {
	k.Creates.To(m.create)
	k.Frees.To(m.free)
	k.Forgets.To(m.forget)
}

// incomplete keeps a rank back until all ranks of a window have created it:
// accesses are checked against the target's part.
type incomplete struct{ *window }

func (x incomplete) holds() bool { return x.joined < len(x.made) && !x.lossy }

// create adds a rank's part of a new window.
func (m *targets) create(rank int32, o *op.Create) {
	w := m.of[o.On.ID]
	if w == nil {
		n := len(o.On.Members)
		w = &window{on: o.On, made: make([]*op.WinMade, n), freed: make([]tracker.Site, n),
			lossy: m.AnyLost(o.On.Members)}
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
	made := o.Win
	w.made[me] = &made
	m.order.WatchLate()
	if x := (incomplete{w}); x.holds() {
		m.hold(rank, x)
	}
}

// free takes a rank that has freed the window.
func (m *targets) free(_ int32, x *op.Head) {
	w := m.of[x.On.ID]
	if w == nil {
		return
	}
	if !w.freed[x.On.Me].IsZero() {
		return // it was freed once already
	}
	w.freed[x.On.Me] = x.Site
	if w.gone++; w.gone == len(w.made) {
		m.Retire(x.On)
	}
}

// forget takes a rank whose part is no longer known.
func (m *targets) forget(_ int32, x *op.Head) {
	if w := m.of[x.On.ID]; w != nil {
		w.made[x.On.Me] = nil
	}
}

// target returns the target's part of the window that an access goes to; nil
// if it is unknown.
func (m *targets) target(on *op.Place, target int32) *op.WinMade {
	w := m.last
	if w == nil || w.on.ID != on.ID {
		if w = m.of[on.ID]; w == nil {
			return nil
		}
		m.last = w
	}
	return w.made[target]
}

// Owner returns the rank of the window in whose memory a load or store is, and that rank's part.
func (m *targets) Owner(x *op.Touch) (int32, *op.WinMade) {
	if x.Owner != op.FirstWithMemory {
		return x.Owner, m.target(x.On, x.Owner)
	}
	w := m.of[x.On.ID]
	if w == nil {
		return 0, nil
	}
	i := slices.IndexFunc(w.made, func(t *op.WinMade) bool { return t == nil || t.Size > 0 })
	if i < 0 {
		return 0, nil
	}
	return int32(i), w.made[i]
}

// Access emits an access with the target's part of the window. The regions of dynamic windows are left to another
// judge.
func (m *targets) Access(_ int32, a *stamp.Access) {
	t := a.Part
	if t == nil {
		return
	}
	if a.OpenOps != nil {
		m.compareOps(a.Access, t)
	}
	if t.Flavor == op.Dynamic {
		return
	}
	m.access = fact.Access{Site: a.Site, On: a.On, Target: a.Target, Data: a.Data, Win: t}
	m.Emit(&m.access)
}

// compareOps looks for an accumulate that is not complete, has another operation
// and goes to the same bytes.
func (m *targets) compareOps(x *op.Access, t *op.WinMade) {
	now := datatype.Buffer{Addr: t.Address(x.Data.Disp), Count: x.Data.Count, Type: x.Data.Type}
	for i := range x.OpenOps.Before {
		b := &x.OpenOps.Before[i]
		before := datatype.Buffer{Addr: t.Address(b.Disp), Count: b.Count, Type: b.Type}
		if now.Overlaps(&before) {
			m.Emit(&fact.OpsDiffer{Call: x.Site, Before: b.Site, On: x.On, Target: x.Target, Hint: x.OpenOps.Hint,
				Op: x.OpenOps.Op, BeforeOp: b.Op, Ordered: x.OpenOps.Ordered})
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
