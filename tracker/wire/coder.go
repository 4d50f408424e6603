package wire

import (
	"encoding/binary"
	"maps"
	"slices"
)

// Coder writes values for another process of the same program, or reads the values that the coder of that process has
// written. A function for a field codes how it differs from the last value of the same field, which is l; x is the
// value that is written, or is read. Afterwards l is x. A frame says which of its fields differ.
type Coder struct {
	// Out has the bytes written so far. The caller takes them, and may set Out back.
	Out   []byte
	reads bool
	in    []byte
	set   uint64 // the fields of the frame that differ
	bit   uint64 // the next bit of set

	texts  names[string]
	values names[uint64]
	shared int // values that have a number in a Shared
}

// Reader returns a coder that reads.
func Reader() *Coder { return &Coder{reads: true} }

// Reads reports whether the coder reads.
func (c *Coder) Reads() bool { return c.reads }

// Feed gives the coder bytes to read.
func (c *Coder) Feed(in []byte) { c.in = in }

// Left returns the bytes that are not read yet.
func (c *Coder) Left() []byte { return c.in }

// Enough panics if fewer than n bytes are left, for a list of n elements.
func (c *Coder) Enough(n uint64) {
	if n > uint64(len(c.in)) {
		panic(errShort)
	}
}

// Known is how many values a writer names by numbers.
func (c *Coder) Known() int { return len(c.texts.of) + len(c.values.of) + c.shared }

// Forget invalidates all numbers. The coder of the other side must do the same.
func (c *Coder) Forget() { *c = Coder{Out: c.Out, reads: c.reads, in: c.in} }

// Frame is where a frame has begun, and the frame around it.
type Frame struct {
	at       int
	set, bit uint64
}

// Open begins a frame.
func (c *Coder) Open() Frame {
	set := uint64(0)
	if c.reads {
		c.Uint(&set)
	}
	return c.Begin(set)
}

// Begin begins a frame of which a reader knows which fields differ.
func (c *Coder) Begin(set uint64) Frame {
	f := Frame{len(c.Out), c.set, c.bit}
	c.set, c.bit = set, 1
	return f
}

// Close ends a frame, which says which fields differ.
func (c *Coder) Close(f Frame) {
	if !c.reads {
		var room [10]byte
		c.Out = slices.Insert(c.Out, f.at, c.Fields(room[:0])...)
	}
	c.End(f)
}

// End ends a frame.
func (c *Coder) End(f Frame) { c.set, c.bit = f.set, f.bit }

// Fields appends which fields of the frame differ.
func (c *Coder) Fields(to []byte) []byte { return binary.AppendUvarint(to, c.set) }

// Same reports whether no field of the frame has differed so far.
func (c *Coder) Same() bool { return c.set == 0 }

// Differs takes the next field: whether it differs if the coder writes. It returns whether it does.
func (c *Coder) Differs(differs bool) bool {
	bit := c.bit
	c.bit <<= 1
	if differs && !c.reads {
		c.set |= bit
	}
	return c.set&bit != 0
}

// Alike takes the next n fields, if none of them differs: all are alike if the coder writes. It returns whether that is
// so.
func (c *Coder) Alike(n int, alike bool) bool {
	next := c.bit << n
	if c.reads {
		alike = c.set&(next-c.bit) == 0
	}
	if alike {
		c.bit = next
	}
	return alike
}

type integer interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint8 | ~uint16 | ~uint32 | ~uint64
}

// Num is a field that is a number.
func Num[T integer](c *Coder, l, x *T) {
	if c.Differs(*l != *x) {
		change(c, l, x)
	}
	*x = *l
}

func change[T integer](c *Coder, l, x *T) {
	d := int64(*x - *l)
	c.Int(&d)
	*l += T(d)
}

// Value is a field that is a number, coded in full if it differs.
func Value[T integer](c *Coder, l, x *T) {
	if c.Differs(*l != *x) {
		Plain(c, x)
		*l = *x
	}
	*x = *l
}

// Flag is a field that is true or false.
func (c *Coder) Flag(l, x *bool) {
	if c.Differs(*l != *x) {
		*l = !*l
	}
	*x = *l
}

// Text is a field that is text.
func Text[T ~string](c *Coder, l, x *T) {
	if c.Differs(*l != *x) {
		text := string(*x)
		c.string(&text)
		*l = T(text)
	}
	*x = *l
}

// Plain codes a number.
func Plain[T integer](c *Coder, x *T) {
	v := int64(*x)
	c.Int(&v)
	*x = T(v)
}

// Count codes a number that is not negative.
func Count[T integer](c *Coder, x *T) {
	v := uint64(*x)
	c.Uint(&v)
	*x = T(v)
}

// count codes the length of a list plus 1; 0 is a nil list. A reader makes a new list.
func count[T any](c *Coder, x *[]T) {
	n := uint64(0)
	if *x != nil {
		n = uint64(len(*x)) + 1
	}
	if c.Uint(&n); !c.reads {
		return
	}
	if *x = nil; n > 0 {
		c.Enough(n - 1)
		*x = make([]T, n-1)
	}
}

// List is a field that is a list. Its elements are coded by themselves.
func List[C, T any](c *Coder, l, x *[]T, with C, code func(C, *T)) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	count(c, x)
	for i := range *x {
		code(with, &(*x)[i])
	}
	*l = *x
}

// Numbers is a field that is a list of numbers.
func Numbers[T integer](c *Coder, l, x *[]T) { List(c, l, x, c, Plain[T]) }

// Whole codes a value whose fields are coded by a function, by itself.
func Whole[C, T any](c *Coder, x *T, with C, code func(C, *T, *T)) {
	l := new(T)
	f := c.Open()
	code(with, l, x)
	c.Close(f)
}

// Part is a field that leads to a value whose fields are coded by a function.
func Part[C, T any](c *Coder, l, x **T, with C, code func(C, *T, *T)) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	there := uint64(0)
	if *x != nil {
		there = 1
	}
	if c.Uint(&there); c.reads && there == 1 {
		*x = new(T)
	} else if c.reads {
		*x = nil
	}
	if *x != nil {
		Whole(c, *x, with, code)
	}
	*l = *x
}

// Parts is a field that is a list of values whose fields are coded by a function.
func Parts[C, T any](c *Coder, l, x *[]T, with C, code func(C, *T, *T)) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	count(c, x)
	for i := range *x {
		Whole(c, &(*x)[i], with, code)
	}
	*l = *x
}

// Pairs is a field that is a map.
func (c *Coder) Pairs(l, x *map[string]string) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	keys := slices.Sorted(maps.Keys(*x))
	if *x != nil && keys == nil {
		keys = []string{}
	}
	count(c, &keys)
	if c.reads {
		if *x = nil; keys != nil {
			*x = make(map[string]string, len(keys))
		}
	}
	for _, key := range keys {
		value := (*x)[key]
		c.string(&key)
		c.string(&value)
		if c.reads {
			(*x)[key] = value
		}
	}
	*l = *x
}

// Map is a field that is a map from numbers to values whose fields are coded by a function.
func Map[K integer, C, T any](c *Coder, l, x *map[K]T, with C, code func(C, *T, *T)) {
	if !c.Differs(*l != nil || *x != nil) {
		*x = nil
		return
	}
	keys := slices.Sorted(maps.Keys(*x))
	n := uint64(len(keys))
	c.Uint(&n)
	if c.reads {
		c.Enough(n)
		keys, *x = make([]K, n), map[K]T{}
	}
	for _, key := range keys {
		value := (*x)[key]
		Plain(c, &key)
		Whole(c, &value, with, code)
		(*x)[key] = value
	}
	*l = *x
}

// Shared are values that several pointers lead to. They never change once they have been written.
type Shared[C, T any] struct {
	// Code codes the fields of a value.
	Code func(C, *T, *T)

	of   map[*T]uint64 // of a writer
	n    uint64        // how many numbers it has given
	list []*T          // of a reader
}

// Forget invalidates all numbers.
func (s *Shared[C, T]) Forget() { *s = Shared[C, T]{Code: s.Code} }

// Again makes a writer write the value once more, under a new number.
func (s *Shared[C, T]) Again(x *T) { delete(s.of, x) }

// The numbers before a pointer to a shared value.
const (
	pointsNowhere = iota
	pointsToNew
	pointsToKnown // and its number
)

// Share codes a pointer to a shared value.
func Share[C, T any](c *Coder, s *Shared[C, T], x **T, with C) {
	n := uint64(pointsNowhere)
	if !c.reads && *x != nil {
		n = pointsToNew
		if k, known := s.of[*x]; known {
			n = pointsToKnown + k
		}
	}
	switch c.Uint(&n); {
	case n == pointsNowhere:
		*x = nil
	case n == pointsToNew:
		s.take(c, x)
		Whole(c, *x, with, s.Code)
	case c.reads && n-pointsToKnown >= uint64(len(s.list)):
		panic(errShort)
	case c.reads:
		*x = s.list[n-pointsToKnown]
	}
}

// take gives a value a number.
func (s *Shared[C, T]) take(c *Coder, x **T) {
	if c.reads {
		*x = new(T)
		s.list = append(s.list, *x)
		return
	}
	if s.of == nil {
		s.of = map[*T]uint64{}
	}
	s.of[*x] = s.n
	s.n++
	c.shared++
}

// Uint codes a number that is mostly small.
func (c *Coder) Uint(v *uint64) {
	switch {
	case !c.reads && *v < 0x80:
		c.Out = append(c.Out, byte(*v))
	case !c.reads:
		c.Out = binary.AppendUvarint(c.Out, *v)
	case len(c.in) > 0 && c.in[0] < 0x80:
		*v, c.in = uint64(c.in[0]), c.in[1:]
	default:
		var n int
		if *v, n = binary.Uvarint(c.in); n <= 0 {
			panic(errShort)
		}
		c.in = c.in[n:]
	}
}

// Int codes a number that is mostly near 0.
func (c *Coder) Int(v *int64) {
	n := uint64(*v)<<1 ^ uint64(*v>>63)
	c.Uint(&n)
	*v = int64(n>>1) ^ -int64(n&1)
}

// Address codes a large number with few different values: from the second time on, its index.
func (c *Coder) Address(v *uint64) {
	if c.values.known(c, v) {
		return
	}
	c.Uint(v)
	c.values.take(c, *v)
}

// string codes text: the second time only its number.
func (c *Coder) string(s *string) {
	if c.texts.known(c, s) {
		return
	}
	n := uint64(len(*s))
	if c.Uint(&n); !c.reads {
		c.Out = append(c.Out, *s...)
	} else {
		c.Enough(n)
		*s, c.in = string(c.in[:n]), c.in[n:]
	}
	c.texts.take(c, *s)
}

// names are values that are written once, and named by their number afterwards.
type names[T comparable] struct {
	of   map[T]uint64 // of a writer
	list []T          // of a reader
}

// known codes the number of a value, 0 where it has none. It reports whether it has.
func (n *names[T]) known(c *Coder, v *T) bool {
	k := uint64(0)
	if !c.reads {
		k = n.of[*v]
	}
	switch c.Uint(&k); {
	case k > uint64(len(n.list)) && c.reads:
		panic(errShort)
	case k > 0 && c.reads:
		*v = n.list[k-1]
	}
	return k > 0
}

// take gives a value the next number.
func (n *names[T]) take(c *Coder, v T) {
	if c.reads {
		n.list = append(n.list, v)
		return
	}
	if n.of == nil {
		n.of = map[T]uint64{}
	}
	n.of[v] = uint64(len(n.of)) + 1
}
