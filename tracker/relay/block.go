package relay

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// block is what the judge gets at once.
type block struct {
	items    []item
	news     []order.News
	accesses []stamp.Access
	touches  []stamp.Touch
	passes   []stamp.Pass
	epochs   []stamp.Epoch
	last     bool // the matchers wait until it is taken
}

// item is one thing that the judge gets.
type item struct {
	x    any      // of an op, a stamp that is seldom, or ops that are over
	to   op.Taker // of an op: who takes it
	n    int64    // of Before
	at   int32    // in the list of its kind
	rank int32
	what what
}

// what is the kind of an item.
type what uint8

const (
	takeOp what = iota
	takeAccess
	takeTouch
	takePass
	takeEpoch
	takeStamp
	goesOn // of Before
	hear
	over // of Release
)

func (b *block) reset() {
	clear(b.items)
	b.items, b.news, b.accesses, b.touches = b.items[:0], b.news[:0], b.accesses[:0], b.touches[:0]
	b.passes, b.epochs, b.last = b.passes[:0], b.epochs[:0], false
}

// add appends to the list of its kind, and returns where.
func add[T any](to *[]T, x *T) int32 {
	*to = append(*to, *x)
	return int32(len(*to) - 1)
}

// take has the judge take an item.
func (r *Relay) take(b *block, x *item) {
	switch x.what {
	case takeOp:
		x.to.Take(x.rank, x.x)
	case takeAccess:
		r.Judge.Access(x.rank, &b.accesses[x.at])
	case takeTouch:
		r.Judge.Touch(x.rank, &b.touches[x.at])
	case takePass:
		r.Judge.Met(&b.passes[x.at])
	case takeEpoch:
		r.Judge.Met(&b.epochs[x.at])
	case takeStamp:
		r.Judge.Met(x.x.(stamp.Stamp))
	case goesOn:
		r.Judge.Before(x.rank, x.n)
	case hear:
		r.View.Hear(&b.news[x.at])
	case over:
		r.pool.put(x.x.(*op.Ops))
	}
}

// Pass gives the judge an op, which stays as it is until Release.
func (r *Relay) Pass(rank int32, x any, to op.Taker) {
	if !r.Begun() {
		r.begin()
	}
	switch x := x.(type) {
	case *op.TouchEnd:
		r.asks[rank] = x.N
	case *op.Head: // it may be one of Kinds.SyncsMemory
		r.asks[rank] = x.N
	}
	b := r.room(true)
	b.items = append(b.items, item{what: takeOp, rank: rank, x: x, to: to})
}

// Before implements Judge.
func (r *Relay) Before(rank int32, n int64) {
	if r.asks[rank] == 0 {
		return
	}
	b := r.room(true)
	b.items = append(b.items, item{what: goesOn, rank: rank, n: n})
	if n > r.asks[rank] {
		r.asks[rank] = 0
	}
}

// Access implements Judge. The op stays as it is until Release.
func (r *Relay) Access(rank int32, a *stamp.Access) {
	if !r.Begun() {
		r.begin()
	}
	b := r.room(true)
	b.items = append(b.items, item{what: takeAccess, rank: rank, at: add(&b.accesses, a)})
}

// Touch implements Judge. The op stays as it is until Release.
func (r *Relay) Touch(rank int32, a *stamp.Touch) {
	if !r.Begun() {
		r.begin()
	}
	r.touched = true
	b := r.room(true)
	b.items = append(b.items, item{what: takeTouch, rank: rank, at: add(&b.touches, a)})
}

// Met implements Judge.
func (r *Relay) Met(s stamp.Stamp) {
	if !r.Begun() {
		r.Judge.Met(s)
		return
	}
	switch s := s.(type) {
	case *stamp.Pass:
		b := r.room(false)
		b.items = append(b.items, item{what: takePass, at: add(&b.passes, s)})
	case *stamp.Epoch:
		b := r.room(false)
		b.items = append(b.items, item{what: takeEpoch, at: add(&b.epochs, s)})
	case *stamp.Delivery:
		if r.touched {
			r.stamp(new(*s))
		}
	default:
		r.stamp(s)
	}
}

// stamp gives the judge a stamp that is seldom, and that nobody changes.
func (r *Relay) stamp(s stamp.Stamp) {
	b := r.room(true)
	b.items = append(b.items, item{what: takeStamp, x: s})
}
