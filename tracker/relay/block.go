package relay

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// block is a batch of items for the judge.
type block struct {
	items    []item
	news     []order.News
	accesses []stamp.Access
	touches  []stamp.Touch
	passes   []stamp.Pass
	epochs   []stamp.Epoch
	last     bool // the matchers wait until it is taken
}

// item is a single call of a method of the judge.
type item struct {
	x    any      // the op, the rare stamp, or the ops to release
	to   op.Taker // takes the op
	n    int64    // of Before
	at   int32    // index in the list of its kind
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

// add appends to the list of its kind, and returns the index.
func add[T any](to *[]T, x *T) int32 {
	*to = append(*to, *x)
	return int32(len(*to) - 1)
}
