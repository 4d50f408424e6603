package match

import (
	"encoding/binary"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/doubt"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// lockOrder finds circles of ranks of which each one asks for a lock while it holds one that the
// rank before it asks for: a deadlock, if all of them got as far at the same time. It looks at
// the last time that a rank has asked for a lock in one way, so what it keeps is bounded by the
// program's places and locks, not by how often they are taken.
type lockOrder struct {
	*Job
	wishes map[wishKey]*wish
	all    []*wish // in the order in which they came
	// holders are those who hold a lock, by what is locked; about are those who hold a lock of a
	// window or ask for one.
	holders  map[lockKey][]*wish
	about    map[uint64][]*wish
	holdings int // of all wishes

	doubts []circle
	told   doubt.Tally[string] // by places

	graph    lockGraph
	searches int64
	fuel     int // of this search
	credit   int // of all
	path     []*wish
}

// lockKey is what is locked: a rank of a window, or fact.AllTargets.
type lockKey struct {
	window uint64
	target int32
}

// wishKey is a way to ask for a lock: where, for which one, and what the rank holds then.
type wishKey struct {
	rank      int32
	pc        uint64
	lock      lockKey
	exclusive bool
	holds     uint64 // a hash
}

// wish is one way to ask for a lock. In a loop the last time may come after values that ranks have
// left for each other; the first time does not.
type wish struct {
	key         wishKey
	first, last *request
	times       int64
	mark        int64 // the last search that has come here
}

// request is one time that a rank asks for a lock while it holds others.
type request struct {
	site      tracker.Site
	on        *state.Place
	target    int32
	exclusive bool
	at        order.Point
	// end is when the rank has the lock for certain, or holds less, in its records; 0: not yet. A call
	// that asks for a lock may return before the rank has it, unless it is that of its own memory.
	end   int64
	dead  bool      // the call has failed
	kept  bool      // a circle refers to it
	holds []holding // never changed
}

// holding is a lock that the rank holds; own: its thread has taken it.
type holding struct {
	state.LockRef
	on   *state.Place
	site tracker.Site
	own  bool
}

// circle is a possible deadlock, unless the program has ordered the ranks by itself.
type circle struct {
	places   string
	requests []*request
}

const (
	// maxHolds bounds the locks that a rank holds while it asks for one. With more, it is not looked
	// at.
	maxHolds = 64
	// maxHoldings bounds what is kept of all requests.
	maxHoldings = 1 << 17
	// A search is made each time for the first ones of a wish, then each time their number has
	// doubled. It looks at a number of wishes at most, and all searches together at so many for each
	// time that a rank asks.
	firstSearches = 16
	maxFuel       = 1 << 10
	maxCredit     = 1 << 20
	share         = 16
)

func newLockOrder(j *Job) *lockOrder {
	return &lockOrder{Job: j, wishes: map[wishKey]*wish{}, holders: map[lockKey][]*wish{}, about: map[uint64][]*wish{},
		told: doubt.New[string](), credit: maxCredit, graph: newLockGraph()}
}

// ask takes a lock that a rank asks for, the last one of those that it holds.
func (o *lockOrder) ask(held []*hold) {
	h := held[len(held)-1]
	held = held[:len(held)-1]
	if len(held) == 0 || h.noCheck {
		return
	}
	hash, n, own := summary(h, held)
	if !own || n > maxHolds {
		return
	}
	k := wishKey{h.site.Rank, h.site.PC, lockKey{h.on.ID, h.target}, h.exclusive, hash}
	w := o.wishes[k]
	if w == nil {
		w = o.add(k, h, held, n)
	}
	r := w.last
	if r.kept {
		r = &request{holds: r.holds}
		w.last = r
	}
	*r = request{site: h.site, on: h.on, target: h.target, exclusive: h.exclusive, at: h.at, holds: r.holds}
	if h.target == h.on.Me {
		r.end = h.at.N + 1 // when the call returns
	}
	h.asks = r
	if w.times == 0 {
		w.first, r.kept = r, true
	}
	w.times++
	o.credit = min(o.credit+share, maxCredit)
	if o.graph.circles && (w.times <= firstSearches || w.times&(w.times-1) == 0) {
		o.look(w)
	}
}

// summary stands for the locks that a rank holds while its thread asks for another one, without those
// that keep no other rank away.
func summary(h *hold, held []*hold) (hash uint64, n int, own bool) {
	const start, prime = 14695981039346656037, 1099511628211
	hash = start
	for _, g := range held {
		if g.noCheck {
			continue
		}
		n++
		mine := g.site.Ring == h.site.Ring
		own = own || mine
		kind := uint64(0)
		if g.exclusive {
			kind |= 1
		}
		if mine {
			kind |= 2
		}
		for _, x := range [...]uint64{g.on.ID, uint64(g.target), g.site.PC, kind} {
			hash = (hash ^ x) * prime
			hash ^= hash >> 29
		}
	}
	return hash, n, own
}

// add adds a way to ask for a lock.
func (o *lockOrder) add(k wishKey, h *hold, held []*hold, n int) *wish {
	if o.holdings+n > maxHoldings {
		o.prune()
	}
	r := &request{on: h.on, target: h.target, holds: make([]holding, 0, n)}
	for _, g := range held {
		if !g.noCheck {
			r.holds = append(r.holds, holding{g.ref(), g.on, g.site, g.site.Ring == h.site.Ring})
		}
	}
	w := &wish{key: k, last: r}
	o.wishes[k], o.all = w, append(o.all, w)
	o.index(w)
	return w
}

func (o *lockOrder) index(w *wish) {
	r := w.last
	o.graph.add(r)
	o.holdings += len(r.holds)
	o.about[r.on.ID] = append(o.about[r.on.ID], w)
	for i := range r.holds {
		g := &r.holds[i]
		k := lockKey{g.Window, g.Target}
		o.holders[k] = append(o.holders[k], w)
		if list := o.about[g.Window]; len(list) == 0 || list[len(list)-1] != w {
			o.about[g.Window] = append(list, w)
		}
	}
}

// prune forgets what all ranks know to be past; if that is not much, all.
func (o *lockOrder) prune() {
	o.keep(func(w *wish) bool {
		r := w.last
		known := o.order.Floor(r.on.Members)
		return r.end == 0 || r.end > known.Of(r.site.Rank)
	})
	if o.holdings > maxHoldings/2 {
		o.keep(func(*wish) bool { return false })
	}
}

// keep forgets all others.
func (o *lockOrder) keep(stays func(*wish) bool) {
	clear(o.holders)
	clear(o.about)
	o.holdings, o.graph = 0, newLockGraph()
	o.all = slices.DeleteFunc(o.all, func(w *wish) bool {
		if stays(w) {
			o.index(w)
			return false
		}
		delete(o.wishes, w.key)
		return true
	})
}

// look looks for a circle that a request closes.
func (o *lockOrder) look(w *wish) {
	o.searches++
	o.fuel, w.mark = min(maxFuel, o.credit), o.searches
	o.credit -= o.fuel
	o.path = append(o.path[:0], w)
	o.follow()
	o.credit += max(o.fuel, 0)
}

// follow goes on with those who hold what the last one of the path asks for. It reports whether
// the search is over.
func (o *lockOrder) follow() bool {
	r := o.path[len(o.path)-1].last
	if r.target == fact.AllTargets {
		return o.try(o.about[r.on.ID])
	}
	return o.try(o.holders[lockKey{r.on.ID, r.target}]) || o.try(o.holders[lockKey{r.on.ID, fact.AllTargets}])
}

// try tries each of the list as the next one: first whether it closes the circle.
func (o *lockOrder) try(list []*wish) bool {
	for _, w := range list {
		if o.path[0].last.holding(w.last) == nil || !o.fits(w) {
			continue
		}
		o.path = append(o.path, w)
		if o.doubt() {
			return true
		}
		o.path = o.path[:len(o.path)-1]
	}
	for _, w := range list {
		if w.mark == o.searches || !o.fits(w) {
			continue
		}
		w.mark = o.searches
		o.path = append(o.path, w)
		if o.follow() {
			return true
		}
		o.path = o.path[:len(o.path)-1]
	}
	return o.fuel < 0
}

// fits reports whether a wish may be the next one of the path.
func (o *lockOrder) fits(w *wish) bool {
	o.fuel--
	return o.fuel >= 0 && w.last.holding(o.path[len(o.path)-1].last) != nil && o.joins(w.last)
}

// holding returns a lock that a rank's thread holds and another rank asks for in vain; nil if
// there is none.
func (r *request) holding(asks *request) *holding {
	want := state.LockRef{Window: asks.on.ID, Target: asks.target, Exclusive: asks.exclusive}
	for i := range r.holds {
		if g := &r.holds[i]; g.own && excludes(g.LockRef, want) {
			return g
		}
	}
	return nil
}

// joins reports whether a rank may ask for its lock while all ranks of the path ask for theirs.
func (o *lockOrder) joins(r *request) bool {
	for _, w := range o.path {
		if !o.together(w.last, r) {
			return false
		}
	}
	return true
}

func (o *lockOrder) together(a, b *request) bool {
	if a.dead || b.dead || a.site.Rank == b.site.Rank || o.mayKnow(a.at, a.end, b.at, b.end) {
		return false
	}
	for i := range a.holds {
		for k := range b.holds {
			if excludes(a.holds[i].LockRef, b.holds[k].LockRef) {
				return false
			}
		}
	}
	return true
}

// doubt notes the circle of the path, unless there are enough of its places.
func (o *lockOrder) doubt() bool {
	places := o.places()
	if o.told.Full(places) {
		return false
	}
	o.told.Add(places)
	var first, last []*request
	for _, w := range o.path {
		w.last.kept = true
		first, last = append(first, w.first), append(last, w.last)
	}
	o.doubts = append(o.doubts, circle{places, last})
	if o.allTogether(first) {
		o.doubts = append(o.doubts, circle{places, first})
	}
	return true
}

func (o *lockOrder) allTogether(requests []*request) bool {
	for i, a := range requests {
		for _, b := range requests[:i] {
			if !o.together(a, b) {
				return false
			}
		}
	}
	return true
}

// places names the places of the program that the circle of the path needs, in any order.
func (o *lockOrder) places() string {
	var all [][2]uint64
	for i, w := range o.path {
		before := o.path[(i+len(o.path)-1)%len(o.path)].last
		all = append(all, [2]uint64{w.last.holding(before).site.PC, w.last.site.PC})
	}
	slices.SortFunc(all, func(a, b [2]uint64) int { return slices.Compare(a[:], b[:]) })
	var b []byte
	for _, p := range slices.Compact(all) {
		b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(b, p[0]), p[1])
	}
	return string(b)
}

// over notes that the rank has the lock that it has asked for, or holds less than before.
func (r *request) over(n int64) {
	if r != nil && r.end == 0 {
		r.end = n
	}
}

// decide reports the circles that the program may not have ordered by itself; those about one
// window, or all where that is 0.
func (o *lockOrder) decide(window uint64) {
	o.doubts = slices.DeleteFunc(o.doubts, func(c circle) bool {
		if window != 0 && !slices.ContainsFunc(c.requests, func(r *request) bool { return r.on.ID == window }) {
			return false
		}
		if !o.told.Reported(c.places) && !o.mayOrderAny(c.requests) {
			o.told.Report(c.places)
			o.emitCircle(c.requests)
		}
		return true
	})
}

func (o *lockOrder) mayOrderAny(requests []*request) bool {
	for i, a := range requests {
		for _, b := range requests[:i] {
			if a.dead || b.dead || o.mayOrder(a.at, a.end, b.at, b.end) {
				return true
			}
		}
	}
	return false
}

// emitCircle emits a circle from its lowest rank on: each one asks for what the next one holds.
func (o *lockOrder) emitCircle(requests []*request) {
	n, first := len(requests), 0
	for i, r := range requests {
		if r.site.Rank < requests[first].site.Rank {
			first = i
		}
	}
	f := &fact.LockCycle{}
	for i := range n {
		r, before := requests[(first+i)%n], requests[(first+i+n-1)%n]
		g := r.holding(before)
		f.Steps = append(f.Steps, fact.LockStep{
			Holds: lockUse(g.on, g.Target, fact.LockUse{Site: g.site, Exclusive: g.Exclusive}),
			Asks:  lockUse(r.on, r.target, fact.LockUse{Site: r.site, Exclusive: r.exclusive}),
		})
	}
	o.emit(f)
}

// gone forgets a window.
func (o *lockOrder) gone(on *state.Place) {
	if len(o.about[on.ID]) == 0 {
		return
	}
	o.keep(func(w *wish) bool { return !w.last.involves(on.ID) })
}

func (r *request) involves(window uint64) bool {
	return r.on.ID == window || slices.ContainsFunc(r.holds, func(g holding) bool { return g.Window == window })
}
