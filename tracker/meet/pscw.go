package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/stamp"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// pairKey names an origin and a target of a window, as ranks of its group.
type pairKey struct{ origin, target int32 }

// pairQueue holds the unmatched calls between an origin and a target: the k-th start that names the target matches
// the k-th post that names the origin, as sends and receives on a hidden communicator would.
type pairQueue struct {
	starts, posts []*half
	open          *half // the origin's current start epoch towards the target
	completes     int64 // so far
	waits         int64 // exposure epochs that ended so far
	// The k-th wait returns after the k-th complete. done holds completes without a wait, early waits without a
	// complete: either is empty.
	done  queue.Queue[completed]
	early queue.Queue[waited]
}

// completed is a complete of a pair.
type completed struct {
	site tracker.Site
	at   order.Point
	sure bool // its rank's knowledge is certain, and the pair's epochs meet
}

// waited is a wait that has returned.
type waited struct {
	need *wait.Need
	n    int64 // records of the target when the wait returned
	sure bool
}

// half is a start or a post.
type half struct {
	fact.Half
	at  order.Point
	met *half // the other side, once it is known
	// accesses are the accesses of a start's epoch.
	accesses order.Sequel
	fetches  bool // some access fetches, so the target must have let the start's rank in
	// need is the need of a start, as long as its post is not known.
	need *wait.Need
}

// needs has a rank wait in the replay for the partner of its call on a single other rank.
func (m *pscw) needs(x *op.Head, what fact.What, why fact.Why, peer int32) *wait.Need {
	d := m.strict.Need(what, why, x)
	d.Peer = x.On.Members[peer]
	return d
}

// maxQueue bounds the starts or posts that pile up before a rank is kept back.
const maxQueue = 64

// maxDone bounds the completes kept for later waits; older completes are forgotten.
const maxDone = 1 << 10

// pscw matches the epochs that post, start, complete and wait open and close.
type pscw struct {
	*common
	targets *targets
	strict  *wait.Judge
	of      map[uint64]*pairs
	last    *pairs      // the pairs that were looked up last; nil: none
	pair    fact.Pair   // reused
	epoch   stamp.Epoch // reused
	halves  []*half     // free
}

// pairs are the epochs of a window.
type pairs struct {
	on     *op.Place // the place of the rank whose call was read first
	queues map[pairKey]*pairQueue
	near   near[pairKey, pairQueue] // by the rank of the window that asks
	lost   map[int32]bool           // ranks of the window whose starts and posts are not matched
}

func newPSCW(c *common, t *targets, strict *wait.Judge) *pscw {
	return &pscw{common: c, targets: t, strict: strict, of: map[uint64]*pairs{}}
}

func (m *pscw) Routes(k *op.Kinds) {
	k.Creates.To(m.create)
	k.Starts.To(m.start)
	k.Posts.To(m.post)
	k.Completes.To(m.complete)
	k.HasCompleted.To(m.completed)
	k.Waits.To(m.waited)
	k.Strays.To(m.stray)
}

func (m *pscw) create(_ int32, x *op.Create) {
	if m.of[x.On.ID] != nil {
		return
	}
	p := &pairs{on: x.On, queues: map[pairKey]*pairQueue{}, lost: map[int32]bool{}}
	m.of[x.On.ID] = p
	for i, r := range x.On.Members {
		if m.IsLossy(r) {
			p.lost[int32(i)] = true
		}
	}
}

// pairs returns the epochs of a window; nil: nothing is known of it.
func (m *pscw) pairs(on *op.Place) *pairs {
	if p := m.last; p != nil && p.on.ID == on.ID {
		return p
	}
	p := m.of[on.ID]
	if p != nil {
		m.last = p
	}
	return p
}

// queue returns the queue of a pair; me is the rank of the window that asks.
func (p *pairs) queue(k pairKey, me int32) *pairQueue {
	q := p.known(k, me)
	if q == nil {
		q = &pairQueue{}
		p.queues[k] = q
	}
	return q
}

// known returns the queue of a pair, nil if it has none.
func (p *pairs) known(k pairKey, me int32) *pairQueue {
	if q := p.near.find(me, k); q != nil {
		return q
	}
	q := p.queues[k]
	if q != nil {
		p.near.keep(me, k, q, len(p.on.Members))
	}
	return q
}

// stray ends the matching of the rank's starts and posts on the window: after a call that failed or was out of place,
// their numbers are unknown.
func (m *pscw) stray(_ int32, x *op.Head) {
	if p := m.pairs(x.On); p != nil {
		p.lost[x.On.Me] = true
		m.Note(&stamp.Stray{On: x.On})
	}
}

// named returns the epochs of the window that a start or post is for, nil where it
// cannot be matched.
func (m *pscw) named(x *op.EpochBegin) *pairs {
	p := m.pairs(x.On)
	if p == nil || p.lost[x.On.Me] {
		return nil
	}
	if x.Unsure {
		p.lost[x.On.Me] = true
		m.Note(&stamp.Stray{On: x.On})
		return nil
	}
	return p
}

func (m *pscw) start(rank int32, x *op.EpochBegin) {
	p := m.named(x)
	if p == nil {
		return
	}
	waits := false
	for _, t := range x.Ranks {
		k := pairKey{x.On.Me, t}
		q := p.queue(k, x.On.Me)
		q.open = m.half(rank, x)
		if len(q.posts) == 0 && p.lost[t] {
			continue
		}
		q.starts = append(q.starts, q.open)
		d := m.needs(&x.Head, fact.Post, fact.Allowed, t)
		q.open.need = d
		m.matchPair(x.On, q, k)
		m.strict.Wait(d, &x.Site, x.N)
		m.holdPair(rank, q)
		waits = waits || q.open.met == nil
	}
	if waits && m.order.Watching() {
		m.hold(rank, started{m, p, x.On.Me, slices.Clone(x.Ranks), rank, x.N})
	}
}

// started keeps a rank back until the posts that its access epoch needs have come: its later records come after
// them.
type started struct {
	m       *pscw
	p       *pairs
	me      int32
	targets []int32
	rank    int32
	n       int64 // records of the rank up to the start
}

func (x started) holds() bool {
	for _, t := range x.targets {
		q := x.p.known(pairKey{x.me, t}, x.me)
		if q != nil && q.open != nil && q.open.met == nil && !x.p.lost[t] && !x.p.lost[x.me] {
			return true
		}
	}
	return false
}

func (x started) released() { x.m.order.Blur(x.rank, x.n) }

func (m *pscw) post(rank int32, x *op.EpochBegin) {
	p := m.named(x)
	if p == nil {
		return
	}
	for _, o := range x.Ranks {
		k := pairKey{o, x.On.Me}
		q := p.queue(k, x.On.Me)
		if len(q.starts) == 0 && p.lost[o] {
			continue
		}
		q.posts = append(q.posts, m.half(rank, x))
		m.matchPair(x.On, q, k)
		m.holdPair(rank, q)
	}
}

// step reports a step of an origin to the judges.
func (m *pscw) step(s stamp.EpochStep, x *op.Head, k pairKey, number, n int64) {
	m.epoch = stamp.Epoch{Step: s, On: x.On, Origin: k.origin, Target: k.target, Number: number, N: n, Site: x.Site}
	m.Note(&m.epoch)
}

// half returns a half for a start or post. A pair frees its halves once the
// start's complete has been matched and has returned.
func (m *pscw) half(rank int32, x *op.EpochBegin) *half {
	var h *half
	if n := len(m.halves); n > 0 {
		h, m.halves = m.halves[n-1], m.halves[:n-1]
	} else {
		h = new(half)
	}
	*h = half{Half: fact.Half{Site: x.Site, Assert: x.Assert}, at: m.order.At(rank, x.N)}
	return h
}

// holds keeps a rank back while starts or posts pile up.
func (q *pairQueue) holds() bool { return len(q.starts) > maxQueue || len(q.posts) > maxQueue }

func (m *pscw) holdPair(rank int32, q *pairQueue) {
	if q.holds() {
		m.hold(rank, q)
	}
}

// matchPair joins the oldest start and post of a pair.
func (m *pscw) matchPair(on *op.Place, q *pairQueue, k pairKey) {
	for len(q.starts) > 0 && len(q.posts) > 0 {
		s, p := q.starts[0], q.posts[0]
		q.starts = append(q.starts[:0], q.starts[1:]...)
		q.posts = append(q.posts[:0], q.posts[1:]...)
		s.met = p
		if s.need != nil {
			m.strict.Meets(s.need, p.Site, p.at.N)
			s.need = nil
		}
		completed := s.Completed
		s.Completed = false
		m.emitPair(on, k, s)
		if completed {
			s.Completed = true
			m.emitPair(on, k, s)
			if q.open != s {
				m.halves = append(m.halves, s, p)
			}
		}
	}
}

func (m *pscw) emitPair(on *op.Place, k pairKey, s *half) {
	m.pair = fact.Pair{Object: on.Object, Origin: on.Members[k.origin], Target: on.Members[k.target],
		Start: &s.Half, Post: &s.met.Half, Posted: fact.Order(m.order.Relate(&s.met.at, &s.at)), Flavour: m.Flavour}
	m.Emit(&m.pair)
}

// complete closes the origin's side of its access epoch.
func (m *pscw) complete(rank int32, x *op.EpochEnd) {
	p := m.pairs(x.On)
	if p == nil {
		return
	}
	for _, t := range x.Ranks {
		k := pairKey{x.On.Me, t}
		q := p.known(k, x.On.Me)
		if t < 0 || q == nil || q.open == nil {
			continue
		}
		s := q.open
		s.Put = putTo(x.Puts, t)
		s.Completed = true
		q.completes++
		m.step(stamp.EpochCompleted, &x.Head, k, q.completes, x.N)
		m.end(x.On, k, q, completed{x.Site, m.order.At(rank, x.N), m.order.Watching() && !p.lost[t]})
		if s.met != nil {
			m.emitPair(x.On, k, s)
		}
	}
}

// completed ends the origin's access epoch.
func (m *pscw) completed(rank int32, x *op.EpochEnd) {
	p := m.pairs(x.On)
	if p == nil {
		return
	}
	for _, t := range x.Ranks {
		k := pairKey{x.On.Me, t}
		q := p.known(k, x.On.Me)
		if q == nil || q.open == nil {
			continue
		}
		m.step(stamp.EpochReturned, &x.Head, k, 0, x.N)
		if s := q.open; s.Completed && s.met != nil {
			if s.fetches && m.order.Watching() {
				m.order.Edge(s.met.at, rank, x.N)
			}
			m.halves = append(m.halves, s, s.met)
		}
		q.open = nil
	}
}

// waited adds to a target's knowledge the knowledge that the origins of its exposure epoch had when they completed
// theirs.
func (m *pscw) waited(rank int32, x *op.EpochEnd) {
	p := m.pairs(x.On)
	if p == nil {
		return
	}
	for _, o := range x.Ranks {
		k := pairKey{o, x.On.Me}
		q := p.known(k, x.On.Me)
		if q == nil {
			m.blur(rank, &x.Head)
			continue
		}
		q.waits++
		w := waited{m.needs(&x.Head, fact.Complete, fact.Always, o), x.N, m.order.Watching() && !p.lost[o] &&
			!p.lost[x.On.Me]}
		known := w.sure
		switch first := q.completes - int64(q.done.Len()) + 1; {
		case q.waits > q.completes:
			q.early.Push(w)
			if w.sure {
				m.hold(rank, waitedFor{m, p, q, o, q.waits, rank, x.N})
			}
		case q.waits < first: // its complete was dropped
			m.strict.Drop(w.need)
			known = false
		default:
			c := *q.done.At(0)
			q.done.Pop()
			known = m.meet(x.On, k, q.waits, &c, &w)
		}
		m.strict.Wait(w.need, &x.Site, x.N)
		if !known {
			m.blur(rank, &x.Head)
		}
	}
}

// end takes a complete of a pair.
func (m *pscw) end(on *op.Place, k pairKey, q *pairQueue, c completed) {
	if q.early.Len() > 0 {
		w := *q.early.At(0)
		q.early.Pop()
		m.meet(on, k, q.completes, &c, &w)
		return
	}
	if q.done.Push(c); q.done.Len() > maxDone {
		for range maxDone / 2 {
			q.done.Pop()
		}
	}
}

// meet gives a wait's rank the knowledge of the complete that it has waited for, and reports whether that is
// certain.
func (m *pscw) meet(on *op.Place, k pairKey, number int64, c *completed, w *waited) bool {
	m.strict.Meets(w.need, c.site, c.at.N)
	if !c.sure || !w.sure {
		return false
	}
	m.order.Edge(c.at, on.Members[k.target], w.n)
	m.epoch = stamp.Epoch{Step: stamp.EpochSeen, On: on, Origin: k.origin, Target: k.target, Number: number, N: w.n}
	m.Note(&m.epoch)
	return true
}

// waitedFor keeps back a target that has returned from a wait, until the complete has been read.
type waitedFor struct {
	m      *pscw
	p      *pairs
	q      *pairQueue
	origin int32
	number int64
	rank   int32
	n      int64 // records of the target when the wait returned
}

func (x waitedFor) holds() bool { return x.q.completes < x.number && !x.p.lost[x.origin] }

func (x waitedFor) released() { x.m.order.Blur(x.rank, x.n) }

// stamp determines the earliest time at which an access takes effect, and its epoch.
func (m *pscw) stamp(a *stamp.Access) {
	a.Exposed = true
	p := m.pairs(a.On)
	if p == nil || len(p.queues) == 0 {
		return
	}
	a.Counted = !p.lost[a.On.Me] && !p.lost[a.Target]
	switch q := p.known(pairKey{a.On.Me, a.Target}, a.On.Me); {
	case q == nil || q.open == nil || q.open.Completed:
	case q.open.met == nil:
		a.Exposed = false
	default:
		a.At = q.open.accesses.After(a.At, q.open.met.at)
		q.open.fetches = q.open.fetches || a.Counted && a.Fetches && a.Data.Moves
	}
}

func (m *pscw) lose(rank int32) {
	for _, p := range m.of {
		if i := slices.Index(p.on.Members, rank); i >= 0 {
			p.lost[int32(i)] = true
		}
	}
}

// unposted lists the targets, in MPI_COMM_WORLD, whose posts the starts of a
// rank of the window still lack.
func (p *pairs) unposted(origin int32) []int32 {
	var out []int32
	for k, q := range p.queues {
		if k.origin == origin && len(q.starts) > 0 {
			out = append(out, p.on.Members[k.target])
		}
	}
	return out
}

// incomplete lists the origins, in MPI_COMM_WORLD, whose completes the posts
// of a rank of the window still lack; a complete that waits for other posts
// counts as lacking.
func (p *pairs) incomplete(target int32) []int32 {
	var out []int32
	for k, q := range p.queues {
		if k.target != target {
			continue
		}
		s := q.open
		if len(q.posts) > 0 || s != nil && s.met != nil && (!s.Completed || len(p.unposted(k.origin)) > 0) {
			out = append(out, p.on.Members[k.origin])
		}
	}
	return out
}

func putTo(puts []op.TargetUse, t int32) tracker.Site {
	for _, p := range puts {
		if p.Target == t {
			return p.Site
		}
	}
	return tracker.Site{}
}
