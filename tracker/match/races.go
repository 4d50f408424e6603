package match

import (
	"cmp"
	"math"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/race"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// races finds accesses to window memory that conflict and that nothing orders. Ranks are fed such
// that an access comes after all that happened before it. So of two accesses the one
// that comes second must know that the first one is complete; else nothing orders
// them. That is not true of what is vague, which is left out.
type races struct {
	*Job
	of      map[uint64]*shared
	spaces  map[int32]*race.Memory // by the rank in MPI_COMM_WORLD whose memory it is
	spots   race.Spots
	synced  map[race.Spot]bool // where a rank reads what others leave there for it
	doubts  []doubtful
	told    doubted[placePair]
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
	overlaps state.Meetings
}

// shared is a window, as far as accesses are concerned.
type shared struct {
	on      *state.Place
	origins map[int32]*origin // by rank of the window
	// entered is where its ranks entered the last fence, if that was one that ranks may
	// leave before others have come: accesses have no effect at a target that has not.
	entered []order.Point
	flavor  state.Flavor
	floor   *order.Snapshot // while old accesses are dropped
	// looked: by rank in MPI_COMM_WORLD, at which of its records it has synchronized memory last after a load.
	looked map[int32]int64
}

// origin is a rank that accesses a window.
type origin struct {
	open   map[int32]*pending       // by target
	epochs map[int32][]epoch        // by target: those that it has completed
	last   map[int32][]*race.Access // by target: of the last one of these
	asked  map[int64]*race.Access   // those with a request, by Op.N
	loops  map[place]*race.Access   // the last one of each call that has none
	locked map[int32][]*race.Access // by target: small changes with a lock that the rank has
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

// doubtful is a race, unless the program has ordered the accesses by itself.
type doubtful struct {
	fact.Race
	pair    placePair
	between *between // nil where that is not asked
}

// placePair is two places of the program.
type placePair struct {
	a, b uint64
	why  race.Conflict
	self bool // in one rank
	load bool // one of them is a load or store of the rank itself
	// ordered: they are ordered, but not in memory.
	ordered bool
}

const (
	// fewAccesses are kept although all ranks may know that they are past.
	fewAccesses = 1 << 12
	// maxLocked bounds the changes kept of one lock, maxReleased the spots of a loop of them.
	maxLocked   = 256
	maxReleased = 64
	// maxAccesses bounds those that are kept of which some rank does not.
	maxAccesses = 1 << 17
)

func newRaces(j *Job) *races {
	return &races{Job: j, roomy: fewAccesses, of: map[uint64]*shared{}, spaces: map[int32]*race.Memory{}, synced: map[race.Spot]bool{},
		told: newDoubted[placePair](), guarded: map[int32][]guarded{}, awaited: map[int32][]awaited{}, local: newLocal(j.Size), syncs: make([]memorySyncs, j.Size)}
}

func (m *races) routes() map[state.What]route {
	return map[state.What]route{state.Creates: m.create, state.Accesses: m.access, state.Retracts: m.retract,
		state.Settles: m.settle, state.SettlesHere: m.settleHere, state.HasRequest: m.request, state.HasFetched: m.fetched, state.Syncs: m.sync, state.Locks: m.holds, state.Unlocks: m.holds,
		state.Touches: m.touch, state.HasTouched: m.touched, state.SyncsMemory: m.syncMemory}
}

func (m *races) create(_ int32, op *state.Op) {
	if m.of[op.On.ID] == nil {
		m.of[op.On.ID] = &shared{on: op.On, origins: map[int32]*origin{}, flavor: op.More.(*state.WinMade).Flavor, looked: map[int32]int64{}}
	}
}

func (w *shared) origin(me int32) *origin {
	o := w.origins[me]
	if o == nil {
		o = &origin{open: map[int32]*pending{}, epochs: map[int32][]epoch{}, last: map[int32][]*race.Access{}, asked: map[int64]*race.Access{},
			loops: map[place]*race.Access{}, locked: map[int32][]*race.Access{}}
		w.origins[me] = o
	}
	return o
}

func (m *races) access(rank int32, op *state.Op) {
	w, t := m.of[op.On.ID], m.windows.target(op)
	x, _ := op.More.(*state.Access)
	if w == nil || t == nil || x == nil || !m.order.Watching() || x.Epoch == state.NoEpoch || x.Epoch == state.UnsureEpoch {
		return
	}
	if op.Data.Type == nil || op.Data.Type.Unknown || !op.Data.Moves {
		return
	}
	at, ok := m.begins(w, rank, op, x)
	if !ok {
		return
	}
	b := m.fresh()
	b.Times, b.Fetches, b.Site, b.Window, b.Target, b.At, b.Mode, b.Op = 1, x.Fetches, op.Site, op.On.Object, op.On.Members[op.Peer], at, modeOf(op, x), x.Op
	b.AnyOps, b.OneOp, b.Loose, b.Epoch, b.Opened, b.Peer, b.Exclusive, b.NoCheck = x.AnyOps, x.OneOp, x.Loose, x.Epoch, x.Opened, op.Peer, x.Exclusive, x.NoCheck
	b.Locks, b.All = slices.Clone(x.Locks), x.All
	b.Memory = state.Buffer{Addr: t.Address(op.Data.Disp), Count: op.Data.Count, Type: op.Data.Type, Writes: op.Data.Writes, Window: true}
	if b.Lo, b.Hi = b.Memory.Hull(); b.Lo >= b.Hi || t.Flavor != state.Dynamic && (b.Lo < t.Base || b.Hi > t.Base+t.Size) {
		return // RMA005
	}
	if b.Mode == race.Updates {
		b.Grid = race.GridOf(&b.Memory)
	}
	m.valueOf(w, b, x)
	space := m.meet(t, b)
	m.signal(w, space, b, x)
	mine := m.buffersOf(b)
	n := space.Len()
	kept, past := w.origin(op.On.Me).keep(space.Of(b), b, calls.Of(op.Site.Call).Starts != calls.NoOperation)
	kept.Buffers = append(kept.Buffers, mine...)
	if kept == b || b.Told {
		m.spare = past
	}
	if b.Epoch == state.LockEpoch && b.Memory.Writes && b.Hi-b.Lo <= race.MaxSignal {
		w.origin(op.On.Me).keepLocked(kept)
	}
	m.keepGuarded(rank, b, t)
	m.grown(space.Len()-n, op.Site)
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
func (m *races) meet(t *state.WinMade, b *race.Access) *race.Memory {
	space := m.memory(b.Target)
	m.meets = space.Meets(b, t.Flavor == state.Shared, m.meets[:0])
	inOrder(m.meets)
	for _, a := range m.meets {
		m.compare(t, a, b)
	}
	m.copies(t, b)
	return space
}

// inOrder sorts accesses by rank, and by when they were made; those of one call by their bytes.
func inOrder(list []*race.Access) {
	if len(list) > 1 {
		slices.SortFunc(list, func(a, b *race.Access) int {
			if c := cmp.Or(cmp.Compare(a.Site.Rank, b.Site.Rank), cmp.Compare(a.At.N, b.At.N)); c != 0 {
				return c
			}
			return cmp.Or(cmp.Compare(a.Lo, b.Lo), cmp.Compare(a.Hi, b.Hi), cmp.Compare(a.Mode, b.Mode), cmp.Compare(a.Window.ID, b.Window.ID))
		})
	}
}

func (m *races) keepGuarded(rank int32, b *race.Access, t *state.WinMade) {
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
func (m *races) begins(w *shared, rank int32, op *state.Op, x *state.Access) (at order.Point, ok bool) {
	at = m.order.At(rank, op.N)
	switch {
	case x.Epoch == state.StartedEpoch:
		if at, ok = m.pscw.exposed(op, at); !ok || m.pscw.astray(op) {
			return at, false
		}
	case x.Epoch == state.FenceEpoch && w.entered != nil:
		at = w.origin(op.On.Me).fenced.After(at, w.entered[op.Peer])
	}
	return at, true
}

func modeOf(op *state.Op, x *state.Access) race.Mode {
	switch {
	case x.Atomic:
		return race.Updates
	case op.Data.Writes:
		return race.Writes
	}
	return race.Reads
}

// compare looks at two accesses that may be a race; b came second.
func (m *races) compare(t *state.WinMade, a, b *race.Access) {
	why := a.Conflicts(b)
	switch {
	case why == race.None:
		return
	case a.Local && b.Local && a.KnownBefore(b):
		m.compareShared(t, a, b)
		return
	case !m.unordered(a, b, why):
		return
	}
	pair := pairOf(a, b, why)
	enough := m.told.enough(pair)
	if enough && !looks(a, b) && !looks(b, a) {
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
func (m *races) unordered(a, b *race.Access, why race.Conflict) bool {
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

func pairOf(a, b *race.Access, why race.Conflict) placePair {
	return placePair{min(a.Site.PC, b.Site.PC), max(a.Site.PC, b.Site.PC), why, a.Site.Rank == b.Site.Rank, a.Local || b.Local, false}
}

// doubt keeps a race until it is known whether the program has ordered the accesses by itself.
func (m *races) doubt(t *state.WinMade, pair placePair, a, b *race.Access, lo, hi int64) {
	m.told.doubt(pair)
	a.Told, b.Told = true, true
	a, b = m.local.still(a), m.local.still(b)
	d := doubtful{Race: fact.Race{First: a, Second: b, Why: pair.why, Lo: lo, Hi: hi, Offset: lo - t.Base, Model: t.Model, Waited: pair.ordered}, pair: pair}
	if !pair.self && b.At.N <= a.At.Knows(b.Site.Rank) { // a store, which is compared late
		d.First, d.Second = b, a
	}
	d.Begun = !pair.self && d.First.At.N <= d.Second.At.Knows(d.First.Site.Rank)
	if t.Flavor == state.Dynamic {
		d.Offset = -1
	}
	if !pair.self && !d.Waited && !d.Begun && betweenEpochs(a) && betweenEpochs(b) {
		d.between = m.betweens.of(d.First, d.Second)
	}
	m.doubts = append(m.doubts, d)
}

// betweenEpochs reports whether a collective call can order the access with others: one that a fence or a wait
// completes is not complete before.
func betweenEpochs(a *race.Access) bool {
	return a.Epoch != state.FenceEpoch && a.Epoch != state.StartedEpoch
}

// endUnseen reports whether an access may be complete at its target, which did not tell: in an
// epoch that its origin has completed, of a job in which calls of ranks are missing.
func (m *races) endUnseen(a *race.Access) bool {
	return a.Epoch == state.StartedEpoch && a.Here > 0 && m.order.Vague(a.At)
}

// signal notes an access by which ranks may tell each other something: a fetch of a small value,
// or a change of one.
func (m *races) signal(w *shared, space *race.Memory, b *race.Access, x *state.Access) {
	if b.Hi-b.Lo > race.MaxSignal {
		return
	}
	locked := b.Epoch == state.LockEpoch
	fetches := x.Fetches && (x.Atomic || locked)
	changes := b.Memory.Writes
	if len(m.synced) > 0 {
		for _, own := range ownSpots(w.on.ID, b.Peer) {
			if m.synced[own] {
				m.tell(own, b)
			}
		}
	}
	if !fetches && (!changes || m.spots.None()) {
		return
	}
	first, last := race.Buckets(b.Lo, b.Hi)
	for i := first; i <= last; i++ {
		at := race.Spot{Window: w.on.ID, Target: b.Peer, Bucket: i}
		if fetches && !m.spots.Fetch(at, b.At, b.Value) {
			m.recall(space, at, b.Lo, b.Hi)
		}
		if changes && (x.Atomic || locked) {
			m.spots.Update(at, b.At, b.Value)
		}
		program := at
		if program.Program = true; changes {
			m.spots.Update(program, b.At, nil)
		}
		if at.Apart = true; fetches && locked && b.Exclusive && !m.spots.Fetch(at, b.At, nil) {
			m.recall(space, at, b.Lo, b.Hi)
		}
	}
}

// released takes the end of a lock of one target: what its rank has changed with it is there now for those who
// could not see it before: for all if the lock was exclusive, else for those that have such a one.
func (m *races) released(w *shared, o *origin, target int32, at order.Point) {
	for _, a := range o.locked[target] {
		a.Released = at.N
		spot := race.Spot{Window: w.on.ID, Target: target, Apart: !a.Exclusive}
		first, last := race.Buckets(a.Lo, a.Hi)
		for i := first; i <= min(last, first+maxReleased) && !m.spots.None(); i++ {
			spot.Bucket = i
			m.spots.Release(spot, at)
		}
		for _, own := range ownSpots(w.on.ID, target) {
			if own.Apart || a.Exclusive {
				m.spots.Release(own, at)
			}
		}
	}
	delete(o.locked, target)
}

// ownSpots are where a rank looks at its part of a window: by MPI_Win_sync, with a lock of its own, and with an
// exclusive one.
func ownSpots(window uint64, target int32) [3]race.Spot {
	s := race.Spot{Window: window, Target: target, Bucket: race.Anywhere}
	held, apart := s, s
	held.Held, apart.Held, apart.Apart = true, true, true
	return [...]race.Spot{s, held, apart}
}

// tell notes an access to memory that its rank may load or store itself.
func (m *races) tell(own race.Spot, a *race.Access) {
	if a.Memory.Writes {
		m.change(own, a)
	}
	if a.Fetches && (a.Mode == race.Updates || a.Epoch == state.LockEpoch) {
		m.spots.Fetch(own, a.At, nil)
	}
}

// recall notes the changes of a spot that came before the first fetch.
func (m *races) recall(space *race.Memory, at race.Spot, lo, hi int64) {
	all := space.Within(lo, hi, nil)
	inOrder(all)
	for _, a := range all {
		if a.Memory.Writes && a.Hi-a.Lo <= race.MaxSignal && a.Window.ID == at.Window {
			m.change(at, a)
		}
	}
}

// change notes a change of a spot, and the end of its lock where it has come.
func (m *races) change(at race.Spot, a *race.Access) {
	if !at.Apart {
		v := a.Value
		if a.Times > 1 {
			v = nil
		}
		m.spots.Update(at, a.At, v)
	}
	if end := a.At; a.Released > 0 && (at.Apart || a.Exclusive) {
		end.N = a.Released
		m.spots.Release(at, end)
	}
}

// sync takes an MPI_Win_sync: the rank may see what others have left in its own memory, or in
// memory that it shares with them, and others may see what it has stored.
func (m *races) sync(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil || !m.order.Watching() {
		return
	}
	m.looks(w, rank, op, ownSpots(op.On.ID, op.On.Me)[0])
}

// holds takes the begin or the end of a lock that a rank has of its own memory, or of memory that it shares with
// others: it does what MPI_Win_sync does. A lock of all targets is taken for the sake of the others.
func (m *races) holds(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil || !m.order.Watching() || op.Peer != op.On.Me && (op.Peer < 0 || w.flavor != state.Shared) {
		return
	}
	own := ownSpots(op.On.ID, op.On.Me)
	if m.looks(w, rank, op, own[1]); op.Exclusive {
		m.looks(w, rank, op, own[2])
	}
}

// looks notes that a rank may look at what is in its own part of a window, and others at what it has stored there;
// in memory that ranks share at all.
func (m *races) looks(w *shared, rank int32, op *state.Op, own race.Spot) {
	at := m.order.At(rank, op.N)
	if m.spots.Own(own, at); !m.synced[own] {
		m.synced[own] = true
		if space := m.spaces[rank]; space != nil {
			all := space.Within(math.MinInt64/2, math.MaxInt64/2, nil)
			inOrder(all)
			for _, a := range all {
				if a.Hi-a.Lo <= race.MaxSignal && a.Window.ID == op.On.ID && !a.Local {
					m.tell(own, a)
				}
			}
		}
	}
	if w.flavor == state.Shared {
		all := race.Spot{Window: op.On.ID, Target: race.AllRanks, Bucket: race.Anywhere, Held: own.Held}
		m.spots.Fetch(all, at, nil)
		m.spots.Update(all, at, nil)
		all.Program = true
		if m.syncs[rank].loaded > w.looked[rank] {
			w.looked[rank] = op.N
			m.spots.Fetch(all, at, nil)
		}
		m.spots.Update(all, at, nil)
	}
}

// retract takes an access back whose call has failed.
func (m *races) retract(_ int32, op *state.Op) {
	if w := m.of[op.On.ID]; w != nil {
		o := w.origin(op.On.Me)
		if a := o.asked[op.Count]; a != nil {
			a.Dead = true
			delete(o.asked, op.Count)
		}
	}
}

// settle takes accesses that are complete at their targets.
func (m *races) settle(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil {
		return
	}
	o := w.origin(op.On.Me)
	if op.Peer >= 0 {
		if o.pending(op.Peer).complete(op.N); calls.Of(op.Site.Call).Epoch == calls.EpochUnlock {
			m.released(w, o, op.Peer, m.order.At(rank, op.N))
			m.unlocked(rank, op)
		}
		return
	}
	for _, p := range o.open {
		p.complete(op.N)
	}
	if calls.Of(op.Site.Call).Epoch == calls.EpochUnlockAll {
		m.unlockedAll(rank, op.On.ID)
	}
	clear(o.asked)
	if calls.Of(op.Site.Call).Frees == calls.ClassWin { // so the targets have waited, as may be read later
		for _, list := range o.epochs {
			for i := range list {
				for _, a := range list[i].accesses {
					if a.Done == 0 {
						a.Done = op.N
					}
				}
			}
		}
	}
}

// guarded is an access that a lock which it does not need keeps others away from; target is its target's part of
// its window.
type guarded struct {
	*race.Access
	target *state.WinMade
}

// unlocked takes the end of a lock: it has kept others away only from what is complete by now.
func (m *races) unlocked(rank int32, op *state.Op) {
	is := func(l state.LockRef) bool { return l.Window == op.On.ID && l.Target == op.Peer }
	m.guarded[rank] = slices.DeleteFunc(m.guarded[rank], func(a guarded) bool {
		if a.Dead || a.Done > 0 || a.Seen > 0 && a.Seen <= m.order.Known(rank, a.Target) {
			return true
		}
		if slices.ContainsFunc(a.Locks, is) {
			m.unguard(a, is)
		}
		return len(a.Locks) == 0
	})
	m.local.unlocked(rank, is)
}

// unlockedAll takes the end of a lock of all targets from what is not complete by now.
func (m *races) unlockedAll(rank int32, window uint64) {
	strip := func(a *race.Access) {
		if a.Done == 0 {
			a.All = a.All.Without(window)
		}
	}
	for _, w := range m.of {
		i := slices.Index(w.on.Members, rank)
		o := w.origins[int32(i)]
		if o == nil {
			continue
		}
		for _, p := range o.open {
			for _, a := range p.list {
				strip(a)
				for _, b := range a.Buffers {
					strip(b)
				}
			}
		}
		for _, list := range o.epochs {
			for i := range list {
				for _, a := range list[i].accesses {
					strip(a)
				}
			}
		}
	}
	for _, list := range m.local.open[rank] {
		for _, e := range list {
			strip(e.Access)
		}
	}
}

// unguard takes a lock from an access, and compares it with those that the lock seemed to keep away.
func (m *races) unguard(a guarded, is func(state.LockRef) bool) {
	var apart []*race.Access
	for _, b := range m.spaces[a.Target].Meets(a.Access, a.target.Flavor == state.Shared, nil) {
		if b.Site.Rank != a.Site.Rank && b.Excludes(a.Access) {
			apart = append(apart, b)
		}
	}
	a.Locks = slices.DeleteFunc(a.Locks, is)
	for _, b := range apart {
		m.compare(a.target, b, a.Access)
	}
}

// settleHere takes accesses that are complete at their own rank.
func (m *races) settleHere(_ int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil {
		return
	}
	o := w.origin(op.On.Me)
	if op.Peer >= 0 {
		o.pending(op.Peer).completeHere(op)
		return
	}
	for _, p := range o.open {
		p.completeHere(op)
	}
}

func completeHere(a *race.Access, op *state.Op) {
	if a.Here == 0 {
		a.Here, a.HereBy = op.N, op.Site
	}
	if a.Done == 0 && a.Fetching() {
		a.Done = op.N
	}
	endBuffers(a, op.N)
}

// request takes an access whose request is complete.
func (m *races) request(_ int32, op *state.Op) {
	if w := m.of[op.On.ID]; w != nil {
		o := w.origin(op.On.Me)
		if a := o.asked[op.Count]; a != nil {
			completeHere(a, op)
			delete(o.asked, op.Count)
		}
	}
}

// fenced takes a fence that all ranks of the window have entered; entered says where, if ranks may
// have left it before others came.
func (m *races) fenced(on *state.Place, entered []order.Point) {
	if w := m.of[on.ID]; w != nil {
		w.entered = entered
	}
}

// completes takes the end of an access epoch, the k-th one of its origin and target.
func (m *races) completes(on *state.Place, k pairKey, number int64) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	o := w.origin(k.origin)
	list := o.pending(k.target).take()
	o.last[k.target] = list
	if len(list) == 0 {
		return
	}
	if len(o.epochs[k.target]) > maxDone {
		o.epochs[k.target] = slices.Delete(o.epochs[k.target], 0, maxDone/2)
	}
	o.epochs[k.target] = append(o.epochs[k.target], epoch{number, list})
}

// completed takes a complete that has returned: at the origin all accesses are complete. It
// reports whether one of them has fetched something, so that the target must have let it in.
func (m *races) completed(on *state.Place, k pairKey, op *state.Op) (fetched bool) {
	w := m.of[on.ID]
	if w == nil {
		return false
	}
	o := w.origin(k.origin)
	for _, a := range o.last[k.target] {
		completeHere(a, op)
		fetched = fetched || a.Fetches
	}
	delete(o.last, k.target)
	return fetched
}

// waited takes the end of an exposure epoch: the target has seen that the accesses of an access
// epoch are complete when it had n records.
func (m *races) waited(on *state.Place, k pairKey, number, n int64) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	o := w.origin(k.origin)
	list := o.epochs[k.target]
	i := slices.IndexFunc(list, func(e epoch) bool { return e.number >= number })
	if i < 0 || list[i].number > number {
		return
	}
	for _, a := range list[i].accesses {
		a.Seen, a.Settled = n, a.Here > 0
	}
	o.epochs[k.target] = slices.Delete(list, 0, i+1)
}

// strays forgets the accesses of an origin to a target whose epochs are no longer counted.
func (m *races) strays(on *state.Place, rank int32) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	for me, o := range w.origins {
		for t, list := range o.epochs {
			if me != rank && t != rank {
				continue
			}
			for i := range list {
				for _, a := range list[i].accesses {
					a.Dead = true
					for _, b := range a.Buffers {
						b.Dead = b.Dead || b.Done == 0
					}
				}
			}
			delete(o.epochs, t)
		}
	}
}

// prune forgets the accesses that all ranks know to be complete.
func (m *races) prune(now tracker.Site) {
	m.kept = 0
	floors := map[floorOf]int64{}
	for _, w := range m.of {
		w.floor = nil
	}
	for target, space := range m.spaces {
		stores := m.local.stores(target)
		space.Drop(func(a *race.Access) bool {
			return m.past(floors, a, target) && !slices.ContainsFunc(stores, func(e touched) bool {
				return a.Lo < e.Hi && e.Lo < a.Hi && !a.KnownBefore(e.Access)
			})
		})
		m.kept += space.Len()
	}
	for r, list := range m.guarded {
		m.guarded[r] = slices.DeleteFunc(list, func(a guarded) bool { return a.Dead || a.Done > 0 })
	}
	if m.kept > maxAccesses { // nothing tells when they are complete
		for _, space := range m.spaces {
			space.Drop(func(*race.Access) bool { return true })
		}
		for _, w := range m.of {
			for _, o := range w.origins {
				for _, p := range o.open {
					p.forget()
				}
			}
		}
		clear(m.guarded)
		m.kept = 0
		if !m.forgot {
			m.forgot = true
			m.emit(&fact.Forgotten{At: now, Kept: maxAccesses})
		}
	}
	m.roomy = max(fewAccesses, 2*m.kept)
}

// past reports whether all ranks of the window know that the access is complete.
func (m *races) past(floors map[floorOf]int64, a *race.Access, target int32) bool {
	if a.Done == 0 && a.Seen == 0 {
		return false
	}
	w := m.of[a.Window.ID]
	if w == nil {
		return true
	}
	return a.Done > 0 && a.Done <= m.floor(floors, w, a.Site.Rank) || a.Seen > 0 && a.Seen <= m.floor(floors, w, target)
}

// floorOf names what the ranks of a window know of one rank.
type floorOf struct {
	window uint64
	rank   int32
}

// floor is how many records of a rank all others of the window know to be past.
func (m *races) floor(floors map[floorOf]int64, w *shared, rank int32) int64 {
	if w.floor == nil {
		f := m.order.Floor(w.on.Members)
		w.floor = &f
	}
	if len(w.on.Members) > maxApart { // it is as good as always
		return w.floor.Of(rank)
	}
	k := floorOf{w.on.ID, rank}
	n, known := floors[k]
	if !known {
		n = math.MaxInt64
		for _, r := range w.on.Members {
			if r != rank {
				n = min(n, m.order.Known(r, rank))
			}
		}
		floors[k] = n
	}
	return n
}

// gone decides on the races of a window that its last rank has freed.
func (m *races) gone(on *state.Place) {
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
	var waited []doubtful // an error comes before a warning
	m.doubts = slices.DeleteFunc(m.doubts, func(d doubtful) bool {
		a, b := d.First, d.Second
		if window != 0 && a.Window.ID != window && b.Window.ID != window {
			return false
		}
		m.betweens.forget(d.between)
		blind := m.order.Vague(a.At) || m.order.Vague(b.At) // since then
		if d.Waited && !blind {
			waited = append(waited, d)
		}
		if d.Waited {
			return true
		}
		if d.Model == state.Unified && a.Polls(b) {
			return true
		}
		switch {
		case m.told.reported(d.pair) || a.Dead || b.Dead:
		case d.pair.self && m.endUnseen(a):
		case !d.pair.self && (blind || a.ExcludesAll(b) || b.ExcludesAll(a)):
		case !d.pair.self && (m.spots.MayOrder(a, b) || m.spots.MayOrder(b, a)):
			if d.Unseen = m.unseen(a, b); d.Unseen.Fetch != nil && !a.Local && !b.Local && a.Window.ID == b.Window.ID {
				waited = append(waited, d)
			}
		default:
			if d.between != nil {
				d.Between = d.between.says()
			}
			m.told.report(d.pair)
			m.emit(&d.Race)
		}
		return true
	})
	for i := range waited {
		if d := &waited[i]; !m.told.reported(d.pair) {
			m.told.report(d.pair)
			m.emit(&d.Race)
		}
	}
}

func (m *races) lose(int32) {}

func (m *races) finish(*standings) {
	for r := range m.local.late {
		m.catchUp(int32(r), math.MaxInt64)
	}
	m.decide(0)
}
