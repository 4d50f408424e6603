package windows

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/signal"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Config describes the job of a Judge, and the functions that the Judge calls.
type Config struct {
	Size    int // processes of MPI_COMM_WORLD
	Clocks  race.Clocks
	Between race.Betweens
	Emit    func(fact.Fact)
}

// Judge finds accesses to window memory that conflict and that nothing orders. A single goroutine uses it.
type Judge struct {
	*local
	size   int
	of     map[uint64]*window
	last   *window         // the window that was looked up last; nil: none
	roomy  int             // the number of accesses at which past accesses are dropped
	forgot *fact.Forgotten // nil: no access was forgotten that might have mattered
	spare  []*race.Access  // to be used for the next accesses; there may be none
	unused []race.Access   // made, and not used yet
}

// New returns a judge of no windows.
func New(c Config) *Judge {
	x := &comparer{spaces: make([]*race.Memory, c.Size), syncs: make(syncs, c.Size)}
	x.doubts = doubts{order: c.Clocks, betweens: c.Between, emit: c.Emit, told: doubt.New[placePair](),
		signals: signal.New(c.Size, x.past), means: means{}}
	return &Judge{local: newLocal(newGuards(x, c.Size), c.Size), size: c.Size, roomy: race.Few,
		of: map[uint64]*window{}}
}

// Signals returns the values in windows by which ranks may have signalled each other.
func (m *Judge) Signals() *signal.Signals { return m.signals }

// Routes registers the judge for ops other than accesses.
func (m *Judge) Routes(k *op.Kinds) {
	k.Creates.To(m.create)
	k.HasFetched.To(m.signals.Fetched)
	k.HasTouched.To(m.touched)
	k.SyncsMemory.To(m.syncMemory)
	k.Retracts.To(m.retract)
	k.HasRequest.To(m.request)
	k.CompletesAtTarget.To(m.settle)
	k.CompletesAtOrigin.To(m.settleAtOrigin)
	k.Syncs.To(m.sync)
	k.Locks.To(func(rank int32, x *op.Lock) {
		m.asks(x.On.ID, x.Target, x.Exclusive)
		m.looks(rank, &x.Head, x.Target, x.Exclusive)
	})
	k.Unlocks.To(func(rank int32, x *op.Unlock) { m.looks(rank, &x.Head, x.Target, false) })
}

func (m *Judge) create(_ int32, x *op.Create) {
	if m.of[x.On.ID] == nil {
		m.of[x.On.ID] = &window{on: x.On, origins: make([]*origin, len(x.On.Members)), flavor: x.Win.Flavor}
	}
}

// window returns the state of a window; nil: it is unknown.
func (m *Judge) window(on *op.Place) *window {
	if w := m.last; w != nil && w.on.ID == on.ID {
		return w
	}
	w := m.of[on.ID]
	if w != nil {
		m.last = w
	}
	return w
}

// origin returns the accesses of the rank that an op is from; nil: they are unknown.
func (m *Judge) origin(x *op.Head) *origin {
	w := m.window(x.On)
	if w == nil {
		return nil
	}
	return w.origin(x.On.Me)
}

// retract removes an access whose call has failed.
func (m *Judge) retract(_ int32, x *op.AccessEnd) {
	if o := m.origin(&x.Head); o != nil && o.asked[x.Access] != nil {
		o.asked[x.Access].Dead = true
		delete(o.asked, x.Access)
	}
}

// request takes an access whose request is complete.
func (m *Judge) request(_ int32, x *op.AccessEnd) {
	if o := m.origin(&x.Head); o != nil && o.asked[x.Access] != nil {
		completeAtOrigin(o.asked[x.Access], x.N, x.Site)
		delete(o.asked, x.Access)
	}
}

// settleAtOrigin takes accesses to a target, or to all, as complete at their own rank.
func (m *Judge) settleAtOrigin(_ int32, x *op.Settle) {
	if o := m.origin(&x.Head); o != nil {
		o.completeAtOrigin(x)
	}
}

func (m *Judge) syncMemory(rank int32, x *op.Head) {
	m.syncs[rank].add(m.order.At(rank, x.N))
	if x.On != nil {
		m.means.add(x.On.ID, calls.Of(x.Site.Call).Epoch)
	}
}

// Met takes a stamp of a matcher.
func (m *Judge) Met(s stamp.Stamp) {
	switch s := s.(type) {
	case *stamp.Fence:
		if w := m.window(s.On); w != nil {
			w.entered = s.At
		}
	case *stamp.Epoch:
		if w := m.window(s.On); w != nil {
			w.origin(s.Origin).step(s)
		}
	case *stamp.Stray:
		if w := m.window(s.On); w != nil {
			w.strays(s.On.Me)
		}
	case *stamp.Delivery:
		m.delivered(s)
	}
}

// Before is called when a rank goes on with record n, and its knowledge of others is up to date.
func (m *Judge) Before(rank int32, n int64) {
	if len(m.late[rank]) > 0 {
		m.catchUp(rank, n)
		m.tidy()
	}
	if s := &m.syncs[rank]; s.open && s.last.N < n {
		s.settle(m.order, rank)
	}
}

// Access takes an access.
func (m *Judge) Access(rank int32, o *stamp.Access) {
	w, t, x := m.window(o.On), o.Part, o.Access
	if w == nil || t == nil || !m.order.Watching() || x.Epoch == op.NoEpoch || x.Epoch == op.UnsureEpoch {
		return
	}
	if o.Data.Type == nil || o.Data.Type.Unknown || !o.Data.Moves ||
		x.Epoch == op.StartedEpoch && !(o.Exposed && o.Counted) {
		return
	}
	me := w.origin(o.On.Me)
	b := m.fresh()
	describe(b, o)
	if b.At = o.At; x.Epoch == op.FenceEpoch && w.entered != nil {
		b.At = me.fenced.After(b.At, w.entered[o.Target])
	}
	m.protect(b, x.Locks, x.All)
	if b.Lo, b.Hi = b.Memory.Hull(); b.Lo >= b.Hi || t.Flavor != op.Dynamic && (b.Lo < t.Base || b.Hi > t.Base+t.Size) {
		m.reuse(b)
		return // RMA005
	}
	if b.Mode == fact.Updates {
		b.Grid = race.GridOf(&b.Memory)
	}
	m.signals.GiveValue(&b.Access, x, w.flavor == op.Shared)
	space := m.meet(t, b)
	m.signals.Note(&b.Access)
	mine := m.buffersOf(b)
	n := space.Len()
	kept, past := me.keep(space.Of(b), b, calls.Of(o.Site.Call).Starts != calls.NoOperation)
	kept.Buffers = append(kept.Buffers, mine...)
	if kept != b && !b.Told {
		m.reuse(b)
	}
	if past != nil {
		m.reuse(past)
	}
	m.signals.Lock(&kept.Access)
	m.guards.keep(kept, t)
	m.grown(space.Len()-n, o.Site)
	m.tidy()
}

// describe fills in an access from a stamp.
func describe(b *race.Access, o *stamp.Access) {
	x := o.Access
	b.Times, b.Site, b.Window, b.Target, b.Peer = 1, o.Site, o.On.Object, o.On.Members[o.Access.Target], x.Target
	b.Fetches, b.Op, b.AnyOps, b.OneOp, b.Loose, b.Epoch, b.Opened = x.Fetches, x.Op, x.AnyOps, x.OneOp, x.Loose,
		x.Epoch, x.Opened
	b.Exclusive, b.NoCheck = x.Exclusive, x.NoCheck
	b.Memory = datatype.Buffer{Addr: o.Part.Address(o.Data.Disp), Count: o.Data.Count, Type: o.Data.Type,
		Writes: o.Data.Writes, Window: true}
	switch {
	case x.Atomic:
		b.Mode = fact.Updates
	case o.Data.Writes:
		b.Mode = fact.Writes
	}
}

// fresh returns an access to be filled, mostly a recycled access: new accesses would take a sixth of the time.
func (m *Judge) fresh() *race.Access {
	if n := len(m.spare) - 1; n >= 0 {
		a := m.spare[n]
		m.spare = m.spare[:n]
		*a = race.Access{}
		return a
	}
	if len(m.unused) == 0 {
		m.unused = make([]race.Access, atOnce)
	}
	a := &m.unused[0]
	m.unused = m.unused[1:]
	return a
}

// reuse keeps an access, to which nothing refers any more, for a later call of fresh.
func (m *Judge) reuse(a *race.Access) {
	if len(m.spare) < mostSpare {
		m.spare = append(m.spare, a)
	}
}

// forgotten takes an access that its space has dropped.
func (m *Judge) forgotten(a *race.Access) {
	if a.Over() && calls.Of(a.Site.Call).Starts == calls.NoOperation {
		m.reuse(a)
	}
}

const (
	atOnce    = 16      // accesses that are made at once: mostly they are forgotten together
	mostSpare = 1 << 14 // accesses
)

// Touch takes a load or store of memory of a window.
func (m *Judge) Touch(rank int32, o *stamp.Touch) {
	if m.window(o.On) != nil && o.Part != nil && m.order.Watching() {
		m.touch(rank, o)
		m.tidy()
	}
}

// settle takes accesses that are complete at their targets.
func (m *Judge) settle(rank int32, x *op.Settle) {
	o := m.origin(&x.Head)
	if o == nil {
		return
	}
	epoch := calls.Of(x.Site.Call).Epoch
	if x.Target == op.AllTargets {
		if o.complete(&x.Head); epoch == calls.EpochUnlockAll {
			m.unlockAll(x.On.ID, m.order.At(rank, x.N))
		}
		return
	}
	if o.pending(x.Target).complete(x.N); epoch != calls.EpochUnlock {
		return
	}
	at := m.order.At(rank, x.N)
	m.signals.Unlock(x.On.ID, x.Target, at)
	m.unlock(x.On.ID, x.Target, at)
}

// sync takes an MPI_Win_sync: the rank may see changes by others in its own memory, or in memory that it shares
// with them.
func (m *Judge) sync(rank int32, x *op.Head) {
	if w := m.window(x.On); w != nil && m.order.Watching() {
		m.signals.Sync(x.On.ID, x.On.Me, m.order.At(rank, x.N), w.flavor == op.Shared)
	}
}

// looks takes the begin or the end of a lock of such memory, which synchronizes as MPI_Win_sync does. A lock of all
// targets does not count, since ranks take it to access the memory of other ranks.
func (m *Judge) looks(rank int32, x *op.Head, target int32, exclusive bool) {
	w := m.window(x.On)
	if w == nil || !m.order.Watching() {
		return
	}
	if shared := w.flavor == op.Shared; target == x.On.Me || target != op.AllTargets && shared {
		m.signals.Holds(x.On.ID, x.On.Me, m.order.At(rank, x.N), shared, exclusive)
	}
}

// tidy forgets the accesses that all ranks know to be complete, if there are many.
func (m *Judge) tidy() {
	if m.kept > m.roomy {
		m.Prune(m.latest)
	}
}

// Prune forgets the accesses that all ranks know to be complete.
func (m *Judge) Prune(now tracker.Site) {
	m.kept = 0
	past := newFloors(m.order, m.of)
	for i, space := range m.spaces {
		if space == nil {
			continue
		}
		target := int32(i)
		stores := m.stores(target)
		space.Drop(func(a *race.Access) bool {
			return past.past(a, target) && !slices.ContainsFunc(stores, func(e touched) bool {
				return a.Lo < e.Hi && e.Lo < a.Hi && !a.KnownBefore(e.Access)
			})
		}, m.forgotten)
		m.kept += space.Len()
	}
	m.guards.tidy()
	if most := race.MaxKept(m.size); m.kept > most { // nothing tells when they are complete
		for _, space := range m.spaces {
			if space == nil {
				continue
			}
			space.Drop(func(*race.Access) bool { return true }, nil)
		}
		for _, w := range m.of {
			w.forget()
		}
		m.guards.tidy()
		m.kept = 0
		if m.forgot == nil {
			m.forgot = &fact.Forgotten{At: now, Kept: most}
		}
	}
	m.roomy = max(race.Few, 2*m.kept)
}

// Gone decides on the races of a window that its last rank has freed.
func (m *Judge) Gone(on *op.Place) {
	if m.of[on.ID] == nil {
		return
	}
	m.decide(on.ID)
	delete(m.of, on.ID)
	m.last = nil
	m.signals.Gone(on.ID)
	delete(m.means, on.ID)
	m.gone(on.ID)
	for _, r := range on.Members {
		if space := m.memory(r); space.Len() > 0 {
			n := space.Len()
			space.DropWindow(on.ID)
			m.kept += space.Len() - n
		}
	}
}

// Finish decides on all races that are left.
func (m *Judge) Finish() {
	for r := range m.late {
		m.catchUp(int32(r), math.MaxInt64)
	}
	if m.forgot != nil {
		m.emit(m.forgot)
	}
	m.decide(0)
}
