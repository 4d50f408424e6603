package relay

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Judge takes the ops of ranks and the stamps of matchers. It finds faults only while the relay has no items left
// for it: when an object is gone, and at the end.
type Judge interface {
	// Before takes the knowledge of other ranks that a rank has by the time it goes on with record n.
	Before(rank int32, n int64)
	Access(rank int32, a *stamp.Access)
	Touch(rank int32, a *stamp.Touch)
	// Met takes a stamp of a matcher.
	Met(s stamp.Stamp)
}

// Config says whom a relay serves.
type Config struct {
	Judge  Judge
	Clocks *order.Clocks
	View   *order.View // by which the judge knows the clocks
	Ranks  int
	// Handed wakes the goroutines that judge, because a batch is ready; may be nil.
	Handed func()
	// Idle does something else while the judge is behind, and reports whether there was something to do; may be nil.
	Idle func() bool
	// Block is how many items the judge gets at once; 0: as many as are sensible.
	Block int
	// Fault returns the value to panic with, on the goroutine of the matchers, when the judge has panicked.
	Fault func(what string, stack []byte) any
}

// Relay stands between the matchers and the judge: the matchers call it instead. A single goroutine uses it, but for
// Work. Until the first window or file is used it passes everything on at once, since there is hardly anything to
// judge.
type Relay struct {
	Config
	now  *block // the block that is being filled; nil: the judge has not begun
	full chan *block
	free chan *block
	busy atomic.Bool // the judge is taking a block
	done atomic.Bool // the judge has taken the last block
	// touched: there was a load or store of window memory, so deliveries matter.
	touched bool
	waits   bool                // the judge may have blocks left to take
	asks    []int64             // by rank: the record of its last op that Before has to follow; 0: Before has followed
	fault   atomic.Pointer[any] // the value that the judge panicked with; nil: it has not
	pool    pool
}

const (
	blockItems = 1 << 9
	blocks     = 32
)

// New returns a relay that has not begun.
func New(c Config) *Relay {
	if c.Block == 0 {
		c.Block = blockItems
	}
	return &Relay{Config: c, asks: make([]int64, c.Ranks), full: make(chan *block, blocks),
		free: make(chan *block, blocks)}
}

// begun reports whether the judge works beside the matchers by now.
func (r *Relay) begun() bool { return r.now != nil }

// begin has the judge work beside the matchers from now on.
func (r *Relay) begin() {
	r.Clocks.Follow(r.View)
	r.now = &block{}
	for range blocks - 1 {
		r.free <- &block{}
	}
}

// Work has the judge take a block, and reports whether it did: there may be none, or the judge may be taking a block on
// another goroutine. Any goroutine may call it.
func (r *Relay) Work() bool {
	if len(r.full) == 0 || !r.busy.CompareAndSwap(false, true) {
		return false
	}
	defer r.busy.Store(false)
	select {
	case b := <-r.full:
		if r.fault.Load() == nil {
			r.guarded(b)
		}
		last := b.last
		b.reset()
		r.free <- b
		if last {
			r.done.Store(true)
		}
		return true
	default: // another goroutine was faster
		return false
	}
}

// guarded has the judge take a block. If the judge panics, check repeats the panic on the goroutine of the matchers.
func (r *Relay) guarded(b *block) {
	defer func() {
		if x := recover(); x != nil {
			fault := r.Fault(fmt.Sprint(x), debug.Stack())
			r.fault.Store(&fault)
		}
	}()
	for i := range b.items {
		r.take(b, &b.items[i])
	}
}

// room makes room for another item, and adds the news of the clocks if the judge needs them for that item.
func (r *Relay) room(hears bool) *block {
	if hears && r.Clocks.HasNews() {
		from := len(r.now.news)
		r.now.news = r.Clocks.News(r.now.news)
		for i := range r.now.news[from:] {
			r.now.items = append(r.now.items, item{what: hear, at: int32(from + i)})
		}
	}
	if len(r.now.items) >= r.Block {
		r.hand()
	}
	return r.now
}

// hand gives the judge the block, and begins another block.
func (r *Relay) hand() {
	r.waits = true
	r.full <- r.now
	if r.Handed != nil {
		r.Handed()
	}
	for {
		select {
		case r.now = <-r.free:
			r.check()
			return
		default:
		}
		if !r.Work() && (r.Idle == nil || !r.Idle()) {
			runtime.Gosched() // the judge is taking a block
		}
	}
}

// check panics if the judge has panicked.
func (r *Relay) check() {
	if f := r.fault.Load(); f != nil {
		panic(*f)
	}
}

// Wait waits until the judge has taken everything.
func (r *Relay) Wait() {
	if !r.begun() || !r.waits && len(r.now.items) == 0 {
		return
	}
	r.room(true)
	r.now.last = true
	r.hand()
	for !r.done.Load() {
		if !r.Work() {
			runtime.Gosched()
		}
	}
	r.done.Store(false)
	r.waits = false
	r.check()
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
