package match

import (
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// races finds accesses to window memory that conflict and that nothing orders. Ranks are fed such
// that an access comes after all that happened before it. So of two accesses the one
// that comes second must know that the first one is complete; else nothing orders
// them. That is not true of what is vague, which is left out.
type races struct {
	*Job
	unmoved
	of      map[uint64]*windowAccesses
	spaces  map[int32]*race.Memory // by the rank in MPI_COMM_WORLD whose memory it is
	spots   race.Spots
	synced  map[race.Spot]bool // where a rank reads what others leave there for it
	doubts  []doubtful
	told    doubt.Tally[placePair]
	guarded map[int32][]guarded
	awaited map[int32][]awaited // by rank in MPI_COMM_WORLD
	kept    int                 // accesses
	roomy   int                 // how many there may be before those that are past are dropped
	forgot  bool

	local    local
	syncs    []memorySyncs  // by rank in MPI_COMM_WORLD
	meets    []*race.Access // reused
	spare    *race.Access   // to be used for the next one; nil: there is none
	values   []race.Value   // to be used for the next ones
	overlaps datatype.Meetings
}

// windowAccesses is a window, as far as accesses are concerned.
type windowAccesses struct {
	on      *op.Place
	origins map[int32]*origin // by rank of the window
	// entered is where its ranks entered the last fence, if that was one that ranks may
	// leave before others have come: accesses have no effect at a target that has not.
	entered []order.Point
	flavor  op.Flavor
	floor   *order.Snapshot // while old accesses are dropped
	// looked: by rank in MPI_COMM_WORLD, at which of its records it has synchronized memory last after a load.
	looked map[int32]int64
}

// origin is a rank that accesses a window.
type origin struct {
	open   map[int32]*pending       // by target
	epochs map[int32][]epoch        // by target: those that it has completed
	last   map[int32][]*race.Access // by target: of the last one of these
	asked  map[int64]*race.Access   // those with a request, by Head.N
	loops  map[place]*race.Access   // the last one of each call that has none
	locked map[int32][]*race.Access // by target: small changes with a lock that the rank has
	fenced order.Sequel             // accesses after a fence
}

// place is a call in the program that accesses a target.
type place struct {
	target int32
	pc     uint64
}

// doubtful is a race, unless the program has ordered the accesses by itself.
type doubtful struct {
	fact.Race
	a, b    *race.Access // First and Second
	pair    placePair
	between *between // nil where that is not asked
}

// placePair is two places of the program.
type placePair struct {
	a, b uint64
	why  fact.Conflict
	self bool // in one rank
	load bool // one of them is a load or store of the rank itself ...
	// ... store: a store. An update such as x += 1 has both at one place.
	store bool
	// ordered: they are ordered, but not in memory.
	ordered bool
}

// ofStore is the pair of the store at the place of a load; any other pair itself.
func (p placePair) ofStore() placePair {
	p.store = p.store || p.load
	return p
}

const (
	// maxLocked bounds the changes kept of one lock, maxReleased the spots of a loop of them.
	maxLocked   = 256
	maxReleased = 64
)

func newRaces(j *Job) *races {
	return &races{Job: j, roomy: race.Few, of: map[uint64]*windowAccesses{}, spaces: map[int32]*race.Memory{}, synced: map[race.Spot]bool{},
		told: doubt.New[placePair](), guarded: map[int32][]guarded{}, awaited: map[int32][]awaited{}, local: newLocal(j.Size), syncs: make([]memorySyncs, j.Size)}
}

func (m *races) routes(k *op.Kinds) {
	k.Creates.To(m.create)
	k.Accesses.To(m.access)
	k.Retracts.To(m.retract)
	k.CompletesAtTarget.To(m.settle)
	k.CompletesAtOrigin.To(m.settleAtOrigin)
	k.HasRequest.To(m.request)
	k.HasFetched.To(m.fetched)
	k.Syncs.To(m.sync)
	k.Locks.To(func(rank int32, x *op.Lock) { m.holds(rank, &x.Head, x.Target, x.Exclusive) })
	k.Unlocks.To(func(rank int32, x *op.Unlock) { m.holds(rank, &x.Head, x.Target, false) })
	k.Touches.To(m.touch)
	k.HasTouched.To(m.touched)
	k.SyncsMemory.To(m.syncMemory)
}

// before takes what a rank has learned of others by the time it goes on with record n.
func (m *races) before(rank int32, n int64) {
	if len(m.local.late[rank]) > 0 {
		m.catchUp(rank, n)
	}
	if s := &m.syncs[rank]; s.open && s.last.N < n {
		s.settle(m.order, rank)
	}
}

func (m *races) create(_ int32, x *op.Create) {
	if m.of[x.On.ID] == nil {
		m.of[x.On.ID] = &windowAccesses{on: x.On, origins: map[int32]*origin{}, flavor: x.Win.Flavor, looked: map[int32]int64{}}
	}
}

func (w *windowAccesses) origin(me int32) *origin {
	o := w.origins[me]
	if o == nil {
		o = &origin{open: map[int32]*pending{}, epochs: map[int32][]epoch{}, last: map[int32][]*race.Access{}, asked: map[int64]*race.Access{},
			loops: map[place]*race.Access{}, locked: map[int32][]*race.Access{}}
		w.origins[me] = o
	}
	return o
}

func (m *races) access(rank int32, x *op.Access) {
	w, t := m.of[x.On.ID], m.windows.target(x.On, x.Target)
	if w == nil || t == nil || !m.order.Watching() || x.Epoch == op.NoEpoch || x.Epoch == op.UnsureEpoch {
		return
	}
	if x.Data.Type == nil || x.Data.Type.Unknown || !x.Data.Moves {
		return
	}
	at, ok := m.begins(w, rank, x)
	if !ok {
		return
	}
	b := m.fresh()
	b.Times, b.Fetches, b.Site, b.Window, b.Target, b.At, b.Mode, b.Op = 1, x.Fetches, x.Site, x.On.Object, x.On.Members[x.Target], at, modeOf(x), x.Op
	b.AnyOps, b.OneOp, b.Loose, b.Epoch, b.Opened, b.Peer, b.Exclusive, b.NoCheck = x.AnyOps, x.OneOp, x.Loose, x.Epoch, x.Opened, x.Target, x.Exclusive, x.NoCheck
	b.Locks, b.All = slices.Clone(x.Locks), x.All
	b.Memory = datatype.Buffer{Addr: t.Address(x.Data.Disp), Count: x.Data.Count, Type: x.Data.Type, Writes: x.Data.Writes, Window: true}
	if b.Lo, b.Hi = b.Memory.Hull(); b.Lo >= b.Hi || t.Flavor != op.Dynamic && (b.Lo < t.Base || b.Hi > t.Base+t.Size) {
		return // RMA005
	}
	if b.Mode == fact.Updates {
		b.Grid = race.GridOf(&b.Memory)
	}
	m.valueOf(w, b, x)
	space := m.meet(t, b)
	m.signal(w, space, b, x)
	mine := m.buffersOf(b)
	n := space.Len()
	kept, past := w.origin(x.On.Me).keep(space.Of(b), b, calls.Of(x.Site.Call).Starts != calls.NoOperation)
	kept.Buffers = append(kept.Buffers, mine...)
	if kept == b || b.Told {
		m.spare = past
	}
	if b.Epoch == op.LockEpoch && b.Memory.Writes && b.Hi-b.Lo <= race.MaxSignal {
		w.origin(x.On.Me).keepLocked(kept)
	}
	m.keepGuarded(rank, b, t)
	m.grown(space.Len()-n, x.Site)
}

// fresh returns an access to be filled, mostly one that nothing refers to any more: where a program puts and flushes in
// a loop, it would take a sixth of the time to make new ones.
func (m *races) fresh() *race.Access {
	if m.spare == nil {
		m.spare = &race.Access{}
	} else {
		*m.spare = race.Access{}
	}
	return m.spare
}

// memory returns what is known of the memory of a rank.
func (m *races) memory(target int32) *race.Memory {
	space := m.spaces[target]
	if space == nil {
		space = &race.Memory{}
		m.spaces[target] = space
	}
	return space
}

// meet compares an access with those to the same memory that were read before.
func (m *races) meet(t *op.WinMade, b *race.Access) *race.Memory {
	space := m.memory(b.Target)
	m.meets = space.Meets(b, t.Flavor == op.Shared, m.meets[:0])
	race.Sort(m.meets)
	for _, a := range m.meets {
		m.compare(t, a, b)
	}
	m.copies(t, b)
	return space
}

func (m *races) keepGuarded(rank int32, b *race.Access, t *op.WinMade) {
	if len(b.Locks) > 0 {
		m.guarded[rank] = append(m.guarded[rank], guarded{b, t})
	}
}

// grown notes that n accesses more are kept.
func (m *races) grown(n int, now tracker.Site) {
	if m.kept += n; m.kept > m.roomy {
		m.prune(now)
	}
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

// keepLocked keeps a change until its lock is released.
func (o *origin) keepLocked(a *race.Access) {
	list := o.locked[a.Peer]
	if n := len(list); n > 0 && list[n-1] == a {
		return
	}
	if len(list) == maxLocked {
		list = slices.Delete(list, 0, maxLocked/2)
	}
	o.locked[a.Peer] = append(list, a)
}

// begins returns when an access begins: at its call, and not before its target lets it in.
func (m *races) begins(w *windowAccesses, rank int32, x *op.Access) (at order.Point, ok bool) {
	at = m.order.At(rank, x.N)
	switch {
	case x.Epoch == op.StartedEpoch:
		if at, ok = m.pscw.exposed(x, at); !ok || m.pscw.astray(x) {
			return at, false
		}
	case x.Epoch == op.FenceEpoch && w.entered != nil:
		at = w.origin(x.On.Me).fenced.After(at, w.entered[x.Target])
	}
	return at, true
}

func modeOf(x *op.Access) fact.Mode {
	switch {
	case x.Atomic:
		return fact.Updates
	case x.Data.Writes:
		return fact.Writes
	}
	return fact.Reads
}

// compare looks at two accesses that may be a race; b came second.
func (m *races) compare(t *op.WinMade, a, b *race.Access) {
	why := a.Conflicts(b)
	switch {
	case why == fact.None:
		return
	case a.Local && b.Local && a.KnownBefore(b):
		m.compareShared(t, a, b)
		return
	case !m.unordered(a, b, why):
		return
	}
	pair := pairOf(a, b, why)
	enough := m.told.Full(pair)
	if enough && !mayPoll(a, b) && !mayPoll(b, a) {
		return
	}
	lo, hi, common := a.Common(b, &m.overlaps)
	if !common {
		return
	}
	if m.poll(a, b); !enough {
		m.doubt(t, pair, a, b, lo, hi)
	}
}

// unordered reports whether nothing orders two accesses that conflict.
func (m *races) unordered(a, b *race.Access, why fact.Conflict) bool {
	self := a.Site.Rank == b.Site.Rank
	switch {
	case a.KnownBefore(b), a.Heard(b):
		return false
	case self && (a.Local && b.At.N >= a.At.N || b.Local && a.At.N >= b.At.N): // RACE003, or one call's
		return false
	case self && a.Ordered(b, why):
		return false
	case self && m.endUnseen(a):
		return false
	case self && b.Local && (m.order.Vague(b.At) || a.MayBeBefore(b)): // what it receives may come later
		return false
	case !self && (m.order.Vague(a.At) || m.order.Vague(b.At) || a.MayBeBefore(b) || a.Excludes(b)):
		return false
	}
	return true
}

func pairOf(a, b *race.Access, why fact.Conflict) placePair {
	return placePair{a: min(a.Site.PC, b.Site.PC), b: max(a.Site.PC, b.Site.PC), why: why, self: a.Site.Rank == b.Site.Rank,
		load: a.Local || b.Local, store: a.Local && a.Memory.Writes || b.Local && b.Memory.Writes}
}

// doubt keeps a race until it is known whether the program has ordered the accesses by itself.
func (m *races) doubt(t *op.WinMade, pair placePair, a, b *race.Access, lo, hi int64) {
	m.told.Add(pair)
	a.Told, b.Told = true, true
	a, b = m.local.still(a), m.local.still(b)
	if !pair.self && b.At.N <= a.At.Knows(b.Site.Rank) { // a store, which is compared late
		a, b = b, a
	}
	d := doubtful{a: a, b: b, pair: pair, Race: fact.Race{First: &a.Side, Second: &b.Side, Why: pair.why, Lo: lo, Hi: hi,
		Offset: lo - t.Base, Model: t.Model, Waited: pair.ordered}}
	d.Begun = !pair.self && a.At.N <= b.At.Knows(a.Site.Rank)
	if t.Flavor == op.Dynamic {
		d.Offset = -1
	}
	if !pair.self && !d.Waited && !d.Begun && betweenEpochs(a) && betweenEpochs(b) {
		d.between = m.betweens.of(a, b)
	}
	m.doubts = append(m.doubts, d)
}

// betweenEpochs reports whether a collective call can order the access with others: one that a fence or a wait
// completes is not complete before.
func betweenEpochs(a *race.Access) bool {
	return a.Epoch != op.FenceEpoch && a.Epoch != op.StartedEpoch
}

// endUnseen reports whether an access may be complete at its target, which did not tell: in an
// epoch that its origin has completed, of a job in which calls of ranks are missing.
func (m *races) endUnseen(a *race.Access) bool {
	return a.Epoch == op.StartedEpoch && a.AtOrigin > 0 && m.order.Vague(a.At)
}

// gone decides on the races of a window that its last rank has freed.
func (m *races) gone(on *op.Place) {
	if m.of[on.ID] == nil {
		return
	}
	m.decide(on.ID)
	delete(m.of, on.ID)
	for _, r := range on.Members {
		if space := m.spaces[r]; space != nil {
			n := space.Len()
			space.Drop(func(a *race.Access) bool { return a.Window.ID == on.ID })
			m.kept += space.Len() - n
		}
	}
}

// decide reports the races that the program may not have ordered by itself; of one window, or of
// all where that is 0.
func (m *races) decide(window uint64) {
	var decided, loads, warnings []doubtful // an error comes before a warning
	m.doubts = slices.DeleteFunc(m.doubts, func(d doubtful) bool {
		of := window == 0 || d.First.Window.ID == window || d.Second.Window.ID == window
		switch {
		case of && d.pair.load && !d.pair.store:
			loads = append(loads, d)
		case of:
			decided = append(decided, d)
		}
		return of
	})
	decided = append(decided, loads...)
	for i := range decided {
		d := &decided[i]
		m.betweens.forget(d.between)
		switch what, unseen := m.ruling(d); what {
		case drops:
		case warns:
			d.Unseen = unseen.Fact()
			warnings = append(warnings, *d)
		case reports:
			if d.between != nil {
				d.Between = d.between.says()
			}
			m.report(d)
		}
	}
	for i := range warnings {
		if d := &warnings[i]; !m.told.Reported(d.pair) {
			m.report(d)
		}
	}
}

func (m *races) report(d *doubtful) {
	m.told.Report(d.pair)
	m.emit(&d.Race)
}

// ruling is what becomes of a doubtful race.
type ruling uint8

const (
	drops ruling = iota
	warns        // after all that are reported
	reports
)

// ruling decides on a race. unseen is of one that is worth a warning because a fetch has not seen a change.
func (m *races) ruling(d *doubtful) (what ruling, unseen race.Unseen) {
	a, b := d.a, d.b
	blind := m.order.Vague(a.At) || m.order.Vague(b.At) // since then
	switch {
	case d.Waited && blind:
		return drops, unseen
	case d.Waited:
		return warns, unseen
	case d.Model == op.Unified && a.Polls(b), m.told.Reported(d.pair), m.told.Reported(d.pair.ofStore()), a.Dead, b.Dead:
		return drops, unseen
	case d.pair.self && m.endUnseen(a):
		return drops, unseen
	case !d.pair.self && (blind || a.ExcludesAll(b) || b.ExcludesAll(a)):
		return drops, unseen
	case d.pair.self || !m.spots.MayOrder(a, b) && !m.spots.MayOrder(b, a):
		return reports, unseen
	}
	if unseen = m.unseen(a, b); unseen.Fetch != nil && !a.Local && !b.Local && a.Window.ID == b.Window.ID {
		return warns, unseen
	}
	return drops, unseen
}

func (m *races) finish(*end.Run) {
	for r := range m.local.late {
		m.catchUp(int32(r), math.MaxInt64)
	}
	m.decide(0)
}
