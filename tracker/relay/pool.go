package relay

import (
	"sync"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// pool has the ops that are free to be filled.
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
