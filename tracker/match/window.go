package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// windows collects what each rank of a window knows about its own part, and
// combines communication calls with the target's.
type windows struct {
	*Job
	unmoved
	of     map[uint64]*window
	last   *window     // the one that was looked up last
	access fact.Access // reused
}

// window is a window as all its ranks see it.
type window struct {
	on     *state.Place // of the rank that was first
	made   []*state.WinMade
	freed  []tracker.Site // by rank of the window; zero: not freed
	lossy  bool           // of some rank records are missing
	joined int            // ranks that have created it
	gone   int            // ranks that have freed it
}

func newWindows(j *Job) *windows { return &windows{Job: j, of: map[uint64]*window{}} }

func (m *windows) routes() map[state.What]route {
	return map[state.What]route{state.Creates: m.create, state.Frees: m.free, state.Forgets: m.forget, state.Accesses: m.accesses}
}

// incomplete keeps a rank back until all ranks of a window have created it:
// accesses are checked against the target's part.
type incomplete struct{ *window }

func (x incomplete) holds() bool { return x.joined < len(x.made) && !x.lossy }

// create adds one rank's part of a new window.
func (m *windows) create(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil {
		n := len(op.On.Members)
		w = &window{on: op.On, made: make([]*state.WinMade, n), freed: make([]tracker.Site, n), lossy: m.anyLost(op.On.Members)}
		m.of[op.On.ID] = w
		m.collectives.created(op.On)
	}
	me := op.On.Me
	if me < 0 || int(me) >= len(w.made) {
		return
	}
	if w.made[me] == nil {
		w.joined++
	}
	w.made[me] = op.More.(*state.WinMade)
	m.order.WatchLate()
	if x := (incomplete{w}); x.holds() {
		m.hold(rank, x)
	}
}

// free takes a rank that has freed the window.
func (m *windows) free(_ int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil {
		return
	}
	if !w.freed[op.On.Me].IsZero() {
		return // it was freed once already
	}
	w.freed[op.On.Me] = op.Site
	if w.gone++; w.gone == len(w.made) {
		m.retire(op.On)
	}
}

// forget takes a rank whose part is no longer known.
func (m *windows) forget(_ int32, op *state.Op) {
	if w := m.of[op.On.ID]; w != nil {
		w.made[op.On.Me] = nil
	}
}

// target returns the target's part of the window that an access goes to, nil
// where that is not known.
func (m *windows) target(op *state.Op) *state.WinMade {
	w := m.last
	if w == nil || w.on.ID != op.On.ID {
		if w = m.of[op.On.ID]; w == nil {
			return nil
		}
		m.last = w
	}
	return w.made[op.Peer]
}

// owner returns the rank of the window in whose memory a load or store is, and its part.
func (m *windows) owner(op *state.Op) (int32, *state.WinMade) {
	if op.Peer != state.FirstWithMemory {
		return op.Peer, m.target(op)
	}
	w := m.of[op.On.ID]
	if w == nil {
		return 0, nil
	}
	i := slices.IndexFunc(w.made, func(t *state.WinMade) bool { return t == nil || t.Size > 0 })
	if i < 0 {
		return 0, nil
	}
	return int32(i), w.made[i]
}

// accesses emits an access with the target's part of the window. What is
// attached to a dynamic window is left to another matcher.
func (m *windows) accesses(_ int32, op *state.Op) {
	t := m.target(op)
	if t == nil {
		return
	}
	if a, ok := op.More.(*state.Access); ok && a.OpenOps != nil {
		m.compareOps(op, a.OpenOps, t)
	}
	if t.Flavor == state.Dynamic {
		return
	}
	m.access = fact.Access{Site: op.Site, On: op.On, Target: op.Peer, Data: op.Data, Win: t}
	m.emit(&m.access)
}

// compareOps looks for an accumulate that is not complete, has another operation
// and goes to the same bytes.
func (m *windows) compareOps(op *state.Op, x *state.OpenOps, t *state.WinMade) {
	now := state.Buffer{Addr: t.Address(op.Data.Disp), Count: op.Data.Count, Type: op.Data.Type}
	for i := range x.Before {
		b := &x.Before[i]
		before := state.Buffer{Addr: t.Address(b.Disp), Count: b.Count, Type: b.Type}
		if now.Overlaps(&before) {
			m.emit(&fact.OpsDiffer{Call: op.Site, Before: b.Site, On: op.On, Target: op.Peer, Hint: x.Hint, Op: x.Op, BeforeOp: b.Op, Ordered: x.Ordered})
			return
		}
	}
}

func (m *windows) gone(on *state.Place) {
	delete(m.of, on.ID)
	m.last = nil
}

func (m *windows) lose(rank int32) {
	for _, w := range m.of {
		if i := slices.Index(w.on.Members, rank); i >= 0 {
			w.lossy, w.made[i] = true, nil
		}
	}
}
