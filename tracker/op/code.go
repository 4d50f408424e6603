package op

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// Coder codes ops, and the values that ops refer to, for other processes.
type Coder struct {
	*wire.Coder
	types      datatype.Coder
	places     wire.Shared[*Coder, Place]
	exchanges  wire.Shared[*Coder, Exchange]
	lockeds    wire.Shared[*Coder, Locked]
	lockedAlls wire.Shared[*Coder, LockedAll]
	share      func([]int32) []int32 // returns a list of the same ranks that is kept already
	progress
	into *lists
}

// progress is the op at hand, and the state that the ops before it have left.
type progress struct {
	n                int64
	seq, was         uint32 // Seq of its Site, and Seq of the Site of the last op of its place
	at               *place
	sites            uint8 // index of its next site
	messages, touchs int64 // the highest numbers so far
}

// place is a place in the program where ops of a kind come from. Each rank has its own places.
type place struct {
	steps
	name  string // of its datatype, of a writer
	at    int32  // its op in last
	next  int32  // the place of the op after it
	kind  kind
	moves uint8 // which of its fields are calls that move on with the op
}

// steps is how much N and the Seq of the site grew last.
type steps struct{ n, seq int64 }

// forget invalidates all numbers that stand for values. The coder of the other side must do the same.
func (c *Coder) forget() {
	c.Coder.Forget()
	c.types.Forget()
	c.places.Forget()
	c.exchanges.Forget()
	c.lockeds.Forget()
	c.lockedAlls.Forget()
	c.progress = progress{}
}

// Place is a field that leads to a place.
func (c *Coder) Place(l, x **Place) {
	if c.Differs(*l != *x) {
		c.placeAt(x)
		*l = *x
	}
	*x = *l
}

func (c *Coder) placeAt(x **Place) { wire.Share(c.Coder, &c.places, x, c) }

func (c *Coder) exchangeAt(l, x **Exchange) {
	if c.Differs(*l != *x) {
		wire.Share(c.Coder, &c.exchanges, x, c)
		*l = *x
	}
	*x = *l
}

func (c *Coder) lockedAt(l, x **Locked) {
	if c.Differs(*l != *x) {
		wire.Share(c.Coder, &c.lockeds, x, c)
		*l = *x
	}
	*x = *l
}

func (c *Coder) lockedAllAt(l, x **LockedAll) {
	if c.Differs(*l != *x) {
		wire.Share(c.Coder, &c.lockedAlls, x, c)
		*l = *x
	}
	*x = *l
}

// datatype is a field that leads to a datatype, which may have another name by now.
func (c *Coder) datatype(l, x **datatype.Type) {
	renamed := *l == *x && !c.likeType(*l, *x)
	if !c.Differs(*l != *x || renamed) {
		*x = *l
		return
	}
	if renamed {
		c.types.Again(*x)
	}
	c.types.At(x)
	if *l = *x; *x != nil {
		c.at.name = (*x).Name
	}
}

// moves is a field that is a number which differs from op to op more often than the fields around it.
func (c *Coder) moves(l, x *int64) { wire.Num(c.Coder, l, x) }

// likeType reports whether a datatype equals the field's last datatype and still has the same name.
func (c *Coder) likeType(l, x *datatype.Type) bool {
	return l == x && (x == nil || x.Name == c.at.name)
}

func (c *Coder) predef(l, x **calls.Predef) {
	if c.Differs(*l != *x) {
		n := uint64(0)
		if *x != nil {
			n = uint64((*x).ID)
		}
		c.Uint(&n)
		*l = calls.PredefByID(uint16(n))
	}
	*x = *l
}

// Object is a field that names an object.
func (c *Coder) Object(l, x *tracker.Object) {
	wire.Num(c.Coder, &l.Class, &x.Class)
	wire.Num(c.Coder, &l.ID, &x.ID)
	wire.Text(c.Coder, &l.Label, &x.Label)
}

// Site is a field that is a call.
func (c *Coder) Site(l, x *tracker.Site) {
	if c.Differs(*l != *x) {
		c.call(x)
		*l = *x
	}
	*x = *l
}

// Sites is a field that is a list of calls.
func (c *Coder) Sites(l, x *[]tracker.Site) { wire.List(c.Coder, l, x, c, (*Coder).call) }

// call codes a call, which is mostly near the op at hand.
func (c *Coder) call(x *tracker.Site) {
	wire.Plain(c.Coder, &x.Rank)
	wire.Plain(c.Coder, &x.Call)
	wire.Plain(c.Coder, &x.Ring)
	seq := int64(x.Seq) - int64(c.seq)
	c.Int(&seq)
	x.Seq = c.seq + uint32(seq)
	wire.Plain(c.Coder, &x.Thread)
	c.Address(&x.PC)
}

// Calls that ops name are mostly the calls that the last op of the place named, such as the call that has locked a
// window, or move on with the op, such as the calls of its epoch.

// next returns the expected call: the call of the last op, moved on with the op if moves is set.
func (c *Coder) next(l *tracker.Site, moves bool) tracker.Site {
	s := *l
	if moves && !s.IsZero() {
		s.Seq += c.seq - c.was
	}
	return s
}

// How calls differ from the expected calls.
const (
	movesNow = iota // from now on they move on if they did not, or stay if they moved on
	isOther
)

// nextMoves takes the next field of calls: whether they move on, and its bit in place.moves.
func (c *Coder) nextMoves() (moves bool, bit uint8) {
	bit = 1 << c.sites
	c.sites++
	return c.at.moves&bit != 0, bit
}

// isOther codes how calls differ from the expected calls, and reports whether they are coded in full. If not, moving on
// is switched on or off from now on; a writer asks turned whether that gives these calls.
func (c *Coder) isOther(bit uint8, turned func() bool) bool {
	how := uint64(isOther)
	if !c.Reads() && turned() {
		how = movesNow
	}
	if c.Uint(&how); how == movesNow {
		c.at.moves ^= bit
	}
	return how == isOther
}

// moving is a field of an op that is a call.
func (c *Coder) moving(l, x *tracker.Site) {
	moves, bit := c.nextMoves()
	seq := l.Seq
	if moves && !l.IsZero() {
		seq += c.seq - c.was
	}
	// Field by field: a site that has just been written in pieces is not copied.
	if c.Alike(1, x.Seq == seq && x.PC == l.PC && x.Rank == l.Rank && x.Call == l.Call && x.Ring == l.Ring &&
		x.Thread == l.Thread) {
		l.Seq = seq
		x.Seq, x.PC, x.Rank, x.Call, x.Ring, x.Thread = seq, l.PC, l.Rank, l.Call, l.Ring, l.Thread
		return
	}
	c.Differs(true)
	if c.isOther(bit, func() bool { return c.next(l, !moves) == *x }) {
		c.call(x)
		*l = *x
		return
	}
	*l = c.next(l, !moves)
	*x = *l
}

// puts is a field of an op that is the first changes of targets.
func (c *Coder) puts(l, x *[]TargetUse) {
	moves, bit := c.nextMoves()
	if c.Differs(!c.likePuts(*l, *x, moves)) {
		if c.isOther(bit, func() bool { return c.likePuts(*l, *x, !moves) }) {
			c.otherPuts(l, x)
			return
		}
		moves = !moves
	}
	for i := range *l {
		(*l)[i].Site = c.next(&(*l)[i].Site, moves)
	}
	if c.Reads() {
		*x = keep(&c.into.puts, *l)
	}
}

// likePuts reports whether the changes x equal the last op's changes l, with their calls moved on if moves is set.
func (c *Coder) likePuts(l, x []TargetUse, moves bool) bool {
	return slices.EqualFunc(l, x, func(a, b TargetUse) bool {
		return a.Target == b.Target && c.next(&a.Site, moves) == b.Site
	})
}

func (c *Coder) otherPuts(l, x *[]TargetUse) {
	resize(c, l, len(*x))
	for i := range *l {
		p := &(*l)[i]
		if !c.Reads() {
			*p = (*x)[i]
		}
		wire.Plain(c.Coder, &p.Target)
		c.call(&p.Site)
	}
	if c.Reads() {
		*x = keep(&c.into.puts, *l)
	}
}

// resize makes l as long as the list that is written, or read.
func resize[T any](c *Coder, l *[]T, n int) {
	size := uint64(n)
	c.Uint(&size)
	if c.Reads() {
		c.Enough(size)
	}
	n = int(size)
	*l = slices.Grow((*l)[:min(n, len(*l))], max(0, n-len(*l)))
	was := len(*l)
	*l = (*l)[:n]
	clear((*l)[was:])
}

// list is a field of an op that is a list. Its elements differ little from the elements in the last op of the place.
func list[T comparable](c *Coder, l, x, storage *[]T, code func(*Coder, *T, *T)) {
	if c.Differs(!slices.Equal(*l, *x)) {
		resize(c, l, len(*x))
		var read T
		for i := range *l {
			element := &read
			if !c.Reads() {
				element = &(*x)[i]
			}
			f := c.Open()
			code(c, &(*l)[i], element)
			c.Close(f)
		}
	}
	if c.Reads() {
		*x = keep(storage, *l)
	}
}

// ranks is a field of an op that is a list of ranks, mostly the same as before. A reader shares the list.
func (c *Coder) ranks(l, x *[]int32) {
	switch {
	case !c.Differs(!slices.Equal(*l, *x)):
		if c.Reads() {
			*x = *l
		}
	case c.Reads():
		c.rankNumbers(x)
		*l = *x
	default:
		c.rankNumbers(x)
		*l = append((*l)[:0], *x...)
	}
}

// Ranks is a field that is a list of ranks.
func (c *Coder) Ranks(l, x *[]int32) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	c.rankNumbers(x)
	*l = *x
}

// shortList is how long a list of ranks must be to be shared.
const shortList = 16

// rankNumbers codes a list of ranks: often these are the first ranks of the job.
func (c *Coder) rankNumbers(x *[]int32) {
	n := uint64(0)
	if *x != nil {
		n = (uint64(len(*x)) + 1) << 1
		if areFirst(*x) {
			n |= 1
		}
	}
	if c.Uint(&n); c.Reads() {
		switch {
		case n == 0:
			*x = nil
			return
		case n&1 != 0:
			*x = FirstRanks(int(n>>1) - 1)
			return
		}
		c.Enough(n>>1 - 1)
		*x = make([]int32, n>>1-1)
	}
	if n&1 != 0 || n == 0 {
		return
	}
	last := int64(0)
	for i := range *x {
		d := int64((*x)[i]) - last
		c.Int(&d)
		last += d
		(*x)[i] = int32(last)
	}
	if c.Reads() && c.share != nil && len(*x) >= shortList {
		*x = c.share(*x)
	}
}

// Numbers in ops.

// none is the coded distance of 0, which stands for no number.
const none = -1 << 40

// number is a field of an op that is a number, mostly at the same distance from another number as in the last op of the
// place.
func (c *Coder) number(l, x *int64, from int64) {
	d := *x - from
	if *x == 0 {
		d = none
	}
	if wire.Num(c.Coder, l, &d); !c.Reads() {
		return
	}
	if *x = 0; d != none {
		*x = from + d
	}
}

// since is a number of records of the rank.
func (c *Coder) since(l, x *int64) { c.number(l, x, c.n) }

// sequence is the number of a record.
func (c *Coder) sequence(l, x *int64) { c.number(l, x, int64(c.seq)) }

// message is the number of a message or receive.
func (c *Coder) message(l, x *int64) {
	c.number(l, x, c.messages)
	c.messages = max(c.messages, *x)
}

// touched is the number of touches.
func (c *Coder) touched(l, x *int64) {
	c.number(l, x, c.touchs)
	c.touchs = max(c.touchs, *x)
}
