package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// locks finds locks that nothing keeps apart from what they must not meet: other locks that
// conflict, where MPI_MODE_NOCHECK says that there are none, and exposure epochs. A lock orders
// nothing, so two of them are apart only if the rank of the later one knew that the first one was
// released. As for races, ranks are fed such that what comes second knows all it can know.
type locks struct {
	*Job
	unmoved
	of     map[uint64]*locked
	held   [][]*hold // by rank, in the order in which it has asked for them
	kept   int       // slots of all windows
	doubts []lockDoubt
	told   doubt.Tally[lockPair]
	cycles *lockOrder
	waits  *lockWaits
}

// locked is a window, as far as locks are concerned.
type locked struct {
	slots map[slotKey]*slot
	// by lists the slots by target. A lock that conflicts with all later ones, and comes after all
	// earlier ones, stands for these.
	by        map[side][]*slot
	exclusive []*slot             // all of these
	posts     map[int32]*exposure // the last one of each rank of the window
	noCheck   bool                // some lock of the window has passed MPI_MODE_NOCHECK
}

// slot has the last lock of its kind: what knows that this one was released knows it of the
// earlier ones. In a loop the last one may come after values that ranks have left for each other; the
// first one does not.
type slot struct {
	first, last *hold
	listed      bool
}

// side is the locks of a target that are exclusive, or those that are shared.
type side struct {
	target    int32
	exclusive bool
}

// everyone is the locks of MPI_Win_lock_all.
var everyone = side{fact.AllTargets, false}

type slotKey struct {
	target, me         int32 // ranks of the window
	exclusive, noCheck bool
}

// hold is a lock, from the time that a rank asks for it to the time that it has released it.
type hold struct {
	site      tracker.Site
	on        *state.Place
	target    int32 // rank of the window, or fact.AllTargets
	exclusive bool
	noCheck   bool
	at        order.Point // when the rank asked for it
	end       int64       // when it had released it, in records of the rank; 0: not yet
	dead      bool        // the call has failed
	kept      bool        // a doubt refers to it
	// gates are other locks that the rank holds for at least as long; guarded: there are more.
	gates   []state.LockRef
	guarded bool
	asks    *request // nil: it is taken while the rank holds no other one
}

// exposure is an exposure epoch of the rank On.Me of its window.
type exposure struct {
	site tracker.Site
	at   order.Point
	end  int64 // of the target's wait, in its records; 0: not yet
	dead bool  // whether there was one, or whether it has ended, is unknown
	kept bool
}

// lockDoubt is a lock and what it must not meet, unless the program has ordered the two by itself.
type lockDoubt struct {
	pair lockPair
	a, b *hold
	post *exposure // in place of b
}

// lockPair is two places of the program.
type lockPair struct {
	a, b uint64
	post bool
}

const (
	// maxSlots bounds the locks that are kept; beyond it all are forgotten.
	maxSlots = 1 << 16
	// maxGates bounds the locks that a rank holds around another one. Of more, it is taken that one
	// of them keeps others away.
	maxGates = 16
)

func newLocks(j *Job) *locks {
	m := &locks{Job: j, of: map[uint64]*locked{}, held: make([][]*hold, j.Size), told: doubt.New[lockPair](),
		cycles: newLockOrder(j)}
	m.waits = newLockWaits(j, func(rank int32) []*hold { return m.held[rank] }, func(window uint64) bool {
		w := m.of[window]
		return w != nil && len(w.exclusive) > 0
	})
	return m
}

func (m *locks) routes() map[state.What]route {
	return map[state.What]route{state.Creates: m.create, state.Locks: m.ask, state.Unlocks: m.unlock, state.Posts: m.post,
		state.Waits: m.waited, state.Strays: m.stray, state.CompletesAtTarget: m.settled, state.CompletesAtOrigin: m.settled, state.HasRequest: m.settled}
}

func (m *locks) create(_ int32, op *state.Op) {
	if m.of[op.On.ID] == nil {
		m.of[op.On.ID] = newLocked()
	}
}

func newLocked() *locked {
	return &locked{slots: map[slotKey]*slot{}, by: map[side][]*slot{}, posts: map[int32]*exposure{}}
}

// ask takes a lock that a rank asks for.
func (m *locks) ask(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil || !m.order.Watching() {
		return
	}
	noCheck := op.Count&m.Flavour.ModeNoCheck != 0
	h := m.slot(w, rank, slotKey{op.Peer, op.On.Me, op.Exclusive, noCheck})
	*h = hold{kept: h.kept, site: op.Site, on: op.On, target: op.Peer, exclusive: op.Exclusive, noCheck: noCheck, at: m.order.At(rank, op.N), gates: h.gates[:0]}
	h.guard(m.held[rank])
	m.held[rank] = append(m.held[rank], h)
	w.noCheck = w.noCheck || noCheck
	m.meetPosts(w, h)
	if w.noCheck {
		m.meetLocks(w, h)
	}
	m.cycles.ask(m.held[rank])
}

// slot returns the place for a lock.
func (m *locks) slot(w *locked, rank int32, k slotKey) *hold {
	s := w.slots[k]
	if s == nil {
		if m.kept >= maxSlots {
			m.forget()
		}
		m.kept++
		first := &hold{kept: true}
		s = &slot{first: first, last: first}
		if w.slots[k] = s; k.exclusive {
			w.exclusive = append(w.exclusive, s)
		}
	}
	if !s.listed {
		s.listed = true
		at := side{k.target, k.exclusive}
		w.by[at] = append(w.by[at], s)
	}
	switch {
	case s.first.on == nil: // a new slot
		return s.first
	case s.last.end == 0: // its end was not seen
		m.held[rank] = slices.DeleteFunc(m.held[rank], func(h *hold) bool { return h == s.last })
	}
	if s.last.kept {
		s.last = &hold{}
	}
	return s.last
}

// forget forgets all locks: later ones are not compared with them.
func (m *locks) forget() {
	for _, w := range m.of {
		clear(w.slots)
		clear(w.by)
		w.exclusive = nil
	}
	m.kept = 0
}

// guard notes the locks that the rank holds already.
func (h *hold) guard(held []*hold) {
	for _, g := range held {
		switch {
		case g.noCheck: // it keeps no other rank away
		case len(h.gates) == maxGates:
			h.guarded = true
			return
		default:
			h.gates = append(h.gates, g.ref())
		}
	}
}

func (h *hold) ref() state.LockRef {
	return state.LockRef{Window: h.on.ID, Target: h.target, Exclusive: h.exclusive}
}

// excludes reports whether two ranks cannot hold the locks at once.
func excludes(a, b state.LockRef) bool {
	return a.Window == b.Window && (a.Exclusive || b.Exclusive) && (a.Target == b.Target || a.Target == fact.AllTargets || b.Target == fact.AllTargets)
}

// apart reports whether other locks that their ranks hold keep two locks apart.
func (h *hold) apart(o *hold) bool {
	if h.guarded || o.guarded {
		return true
	}
	for _, g := range h.gates {
		for _, f := range o.gates {
			if excludes(g, f) {
				return true
			}
		}
	}
	return false
}

// meetLocks compares a lock that is held with the others of its window.
func (m *locks) meetLocks(w *locked, h *hold) {
	if h.target == fact.AllTargets {
		m.meetSlots(w, w.exclusive, h)
		return
	}
	exclusive, shared := side{h.target, true}, side{h.target, false}
	past := m.meetSlots(w, w.by[exclusive], h)
	if !h.exclusive {
		return
	}
	past = m.meetSlots(w, w.by[shared], h) && past
	m.meetSlots(w, w.by[everyone], h)
	if past && h.noCheck {
		w.by[exclusive], w.by[shared] = unlist(w.by[exclusive], h), unlist(w.by[shared], h)
	}
}

// unlist takes all slots but that of the lock from a list.
func unlist(list []*slot, h *hold) []*slot {
	return slices.DeleteFunc(list, func(s *slot) bool {
		s.listed = s.last == h
		return !s.listed
	})
}

// meetSlots compares a lock that is held with those of a list. It reports whether these are known to be past.
func (m *locks) meetSlots(w *locked, list []*slot, h *hold) (past bool) {
	past = true
	for _, s := range list {
		past = m.meetLock(w, s, h) && past
	}
	return past
}

// meetLock compares a lock that is held with those of a slot. It reports whether these are known to be
// past.
func (m *locks) meetLock(w *locked, s *slot, h *hold) (past bool) {
	o := s.last
	switch {
	case o == h || o.dead:
		return true
	case o.site.Rank == h.site.Rank || o.end > 0 && o.end <= h.at.Knows(o.site.Rank):
		return o.end > 0
	case !m.clash(o, h):
		return false
	}
	pair := lockPair{min(o.site.PC, h.site.PC), max(o.site.PC, h.site.PC), false}
	if m.doubt(lockDoubt{pair, o, h, nil}) {
		if mine := w.slots[slotKey{h.target, h.on.Me, h.exclusive, h.noCheck}]; mine != nil && m.clash(s.first, mine.first) {
			m.doubts = append(m.doubts, lockDoubt{pair, s.first, mine.first, nil})
		}
	}
	return false
}

// clash reports whether nothing keeps two locks of a target apart that must be, by other means than
// the locks.
func (m *locks) clash(a, b *hold) bool {
	conflict := (a.noCheck || b.noCheck) && (a.exclusive || b.exclusive)
	return conflict && !a.dead && !b.dead && !m.mayKnow(a.at, a.end, b.at, b.end) && !a.apart(b)
}

// doubt notes what is to be decided, unless there is enough of it.
func (m *locks) doubt(d lockDoubt) bool {
	if m.told.Full(d.pair) {
		return false
	}
	m.told.Add(d.pair)
	d.a.kept = true
	if d.post != nil {
		d.post.kept = true
	} else {
		d.b.kept = true
	}
	m.doubts = append(m.doubts, d)
	return true
}

// unlock takes a lock that a rank has released, or has never got.
func (m *locks) unlock(rank int32, op *state.Op) {
	list := m.held[rank]
	i := len(list) - 1
	for i >= 0 && (list[i].on.ID != op.On.ID || list[i].target != op.Peer) {
		i--
	}
	if i < 0 {
		return
	}
	h := list[i]
	if h.end, h.dead = op.N, op.Failed; h.asks != nil {
		h.asks.dead = op.Failed
	}
	m.waits.released(rank, h)
	for _, later := range list[i:] {
		later.asks.over(op.N)
	}
	list = slices.Delete(list, i, i+1)
	m.held[rank] = list
	if h.noCheck {
		return
	}
	gate := h.ref()
	for _, later := range list[i:] {
		m.ungate(later, gate)
	}
}

// ungate takes the end of another lock that was taken before the lock: from now on it keeps no other rank
// away from it.
func (m *locks) ungate(h *hold, gate state.LockRef) {
	k := slices.Index(h.gates, gate)
	if k < 0 {
		return
	}
	h.gates = slices.Delete(h.gates, k, k+1)
	if w := m.of[h.on.ID]; w != nil && w.noCheck {
		m.meetLocks(w, h)
	}
}

// settled takes communication that is complete: so its rank has got the lock that it needs.
func (m *locks) settled(rank int32, op *state.Op) {
	for _, h := range m.held[rank] {
		if h.on.ID == op.On.ID && (op.What == state.HasRequest || op.Peer < 0 || op.Peer == h.target) {
			h.asks.over(op.N)
		}
	}
}

// post takes an exposure epoch that begins.
func (m *locks) post(rank int32, op *state.Op) {
	w := m.of[op.On.ID]
	if w == nil || op.Unsure || !m.order.Watching() {
		return
	}
	me := op.On.Me
	e := w.posts[me]
	if e == nil || e.kept {
		e = &exposure{}
		w.posts[me] = e
	}
	*e = exposure{site: op.Site, at: m.order.At(rank, op.N)}
	for _, at := range [...]side{{me, true}, {me, false}, everyone} {
		for _, s := range w.by[at] {
			m.meetPost(s.last, e)
		}
	}
}

// meetPosts compares a lock with the exposure epochs of its targets.
func (m *locks) meetPosts(w *locked, h *hold) {
	switch {
	case len(w.posts) == 0: // mostly
	case h.target != fact.AllTargets:
		if e := w.posts[h.target]; e != nil {
			m.meetPost(h, e)
		}
	default:
		for t := range h.on.Members {
			if e := w.posts[int32(t)]; e != nil {
				m.meetPost(h, e)
			}
		}
	}
}

// meetPost compares a lock with an exposure epoch of its target, of which one has just begun.
func (m *locks) meetPost(h *hold, e *exposure) {
	switch {
	case h.dead:
		return
	case h.site.Rank == e.site.Rank:
		if h.end > 0 || e.end > 0 {
			return
		}
	case m.mayKnow(h.at, h.end, e.at, e.end):
		return
	}
	m.doubt(lockDoubt{lockPair{h.site.PC, e.site.PC, true}, h, nil, e})
}

// waited takes an exposure epoch that has ended.
func (m *locks) waited(_ int32, op *state.Op) {
	if w := m.of[op.On.ID]; w != nil && w.posts[op.On.Me] != nil && w.posts[op.On.Me].end == 0 {
		w.posts[op.On.Me].end = op.N
	}
}

// stray forgets the exposure epoch of a rank after a call that failed.
func (m *locks) stray(_ int32, op *state.Op) {
	if w := m.of[op.On.ID]; w != nil && w.posts[op.On.Me] != nil {
		w.posts[op.On.Me].dead = true
		delete(w.posts, op.On.Me)
	}
}

// decide reports what the program may not have ordered by itself; of one window, or of all where
// that is 0.
func (m *locks) decide(window uint64) {
	m.doubts = slices.DeleteFunc(m.doubts, func(d lockDoubt) bool {
		if window != 0 && d.a.on.ID != window {
			return false
		}
		switch {
		case m.told.Reported(d.pair), d.a.dead:
		case d.post != nil:
			m.decidePost(d)
		case !d.b.dead && !m.mayOrder(d.a.at, d.a.end, d.b.at, d.b.end):
			m.told.Report(d.pair)
			m.emitUnchecked(d.a, d.b)
		}
		return true
	})
	m.cycles.decide(window)
	m.waits.decide(window)
}

func (m *locks) decidePost(d lockDoubt) {
	h, e := d.a, d.post
	own := h.site.Rank == e.site.Rank
	if e.dead || !own && m.mayOrder(h.at, h.end, e.at, e.end) {
		return
	}
	m.told.Report(d.pair)
	m.emit(&fact.LockExposed{Lock: h.use(), Target: e.site.Rank, Post: e.site, LockFirst: m.order.Relate(&h.at, &e.at)})
}

func (m *locks) emitUnchecked(a, b *hold) {
	if a.noCheck == b.noCheck && a.site.Rank > b.site.Rank || !a.noCheck {
		a, b = b, a
	}
	m.emit(&fact.Unchecked{First: a.use(), Second: b.use()})
}

func (h *hold) use() fact.LockUse {
	return lockUse(h.on, h.target, fact.LockUse{Site: h.site, Exclusive: h.exclusive, NoCheck: h.noCheck})
}

// lockUse completes a lock's use by what it locks.
func lockUse(on *state.Place, target int32, u fact.LockUse) fact.LockUse {
	if u.Window, u.Target = on.Object, target; target != fact.AllTargets {
		u.Target = on.Members[target]
	}
	return u
}

// mayKnow reports whether the rank of one of two epochs may have known, when it began its own, that the
// other one had ended. Each has begun at a point, and ended at a record of its rank; 0: not yet.
func (j *Job) mayKnow(a order.Point, aEnd int64, b order.Point, bEnd int64) bool {
	return j.order.Vague(a) || j.order.Vague(b) || aEnd > 0 && aEnd <= b.MayKnow(a.Rank) || bEnd > 0 && bEnd <= a.MayKnow(b.Rank)
}

// mayOrder is mayKnow for all that is known by now, with the values that ranks have left for each other
// in windows.
func (j *Job) mayOrder(a order.Point, aEnd int64, b order.Point, bEnd int64) bool {
	s := &j.races.spots
	return j.order.Vague(a) || j.order.Vague(b) || aEnd > 0 && s.MayLead(a, aEnd, b) || bEnd > 0 && s.MayLead(b, bEnd, a)
}

func (m *locks) gone(on *state.Place) {
	w := m.of[on.ID]
	if w == nil {
		return
	}
	m.decide(on.ID)
	delete(m.of, on.ID)
	m.kept -= len(w.slots)
	for _, r := range on.Members {
		m.held[r] = slices.DeleteFunc(m.held[r], func(h *hold) bool { return h.on.ID == on.ID })
	}
	m.cycles.gone(on)
}

func (m *locks) finish(*standings) { m.decide(0) }
