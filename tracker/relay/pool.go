package relay

import (
	"sync"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// pool has the ops that nobody refers to.
type pool struct {
	sync.Mutex
	list []*op.Ops
}

func (p *pool) put(ops *op.Ops) {
	ops.Reset()
	p.Lock()
	p.list = append(p.list, ops)
	p.Unlock()
}

// get returns ops that are empty.
func (p *pool) get() *op.Ops {
	p.Lock()
	defer p.Unlock()
	n := len(p.list) - 1
	if n < 0 {
		return &op.Ops{}
	}
	ops := p.list[n]
	p.list = p.list[:n]
	return ops
}

// Release takes ops that the matchers have taken, all of them. It returns empty ones, to be filled next.
func (r *Relay) Release(ops *op.Ops) *op.Ops {
	if !r.Begun() {
		ops.Reset()
		return ops
	}
	b := r.room(false)
	b.items = append(b.items, item{what: over, x: ops})
	return r.pool.get()
}
