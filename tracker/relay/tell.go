package relay

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Pass gives the judge an op, which stays as it is until Release.
func (r *Relay) Pass(rank int32, x any, to op.Taker) {
	if !r.begun() {
		r.begin()
	}
	switch x := x.(type) {
	case *op.TouchEnd:
		r.asks[rank] = x.N
	case *op.Head: // its kind may be one of Kinds.SyncsMemory
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
	if !r.begun() {
		r.begin()
	}
	b := r.room(true)
	b.items = append(b.items, item{what: takeAccess, rank: rank, at: add(&b.accesses, a)})
}

// Touch implements Judge. The op stays as it is until Release.
func (r *Relay) Touch(rank int32, a *stamp.Touch) {
	if !r.begun() {
		r.begin()
	}
	r.touched = true
	b := r.room(true)
	b.items = append(b.items, item{what: takeTouch, rank: rank, at: add(&b.touches, a)})
}

// Met implements Judge.
func (r *Relay) Met(s stamp.Stamp) {
	if !r.begun() {
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

// stamp gives the judge a stamp that is seldom, and that stays as it is.
func (r *Relay) stamp(s stamp.Stamp) {
	b := r.room(true)
	b.items = append(b.items, item{what: takeStamp, x: s})
}

// Release takes all ops that the matchers have finished with. It returns empty ops to fill next.
func (r *Relay) Release(ops *op.Ops) *op.Ops {
	if !r.begun() {
		ops.Reset()
		return ops
	}
	b := r.room(false)
	b.items = append(b.items, item{what: over, x: ops})
	return r.pool.get()
}
