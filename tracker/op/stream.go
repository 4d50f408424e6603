package op

import (
	"encoding/binary"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// The ops of a rank whose state another process keeps arrive as bytes. A program repeats itself: an op is written as
// the difference from the last op of the same place.

// stream is the state of both sides for the ops of a rank.
type stream struct {
	*Coder
	last   slabs   // by place
	places []place // in the order in which they have come
	now    int32   // the place of the op before
}

// placeKey tells places apart.
type placeKey struct {
	pc   uint64
	kind kind
	call calls.Kind
	ring uint16
}

func (k *placeKey) is(kind kind, s *tracker.Site) bool {
	return k.kind == kind && k.pc == s.PC && k.call == s.Call && k.ring == s.Ring
}

// Writer writes the ops of a rank, in order.
type Writer struct {
	stream
	known map[placeKey]int32
}

// Reader reads the bytes of a Writer, a few ops at a time.
type Reader struct {
	stream
	left int // how many ops are still to be read
}

// Numbers before an op.
const (
	opAsBefore = iota // the same place follows as the last time, and the op equals the last op of that place
	opFollows         // the same place follows as the last time; a set of fields differs
	opAtNew           // a place that is new
	opAt              // plus the number of the place
)

// Bounds of the state that is kept for a rank.
const (
	mostPlaces = 1 << 8
	mostValues = 1 << 12
)

// NewWriter returns a writer for the ops of a rank.
func NewWriter() *Writer {
	return &Writer{stream: stream{Coder: NewCoder(false, nil)}, known: map[placeKey]int32{}}
}

// NewReader returns a reader for the ops of a rank. share returns a list of the same ranks that is kept already; it may
// be nil.
func NewReader(share func([]int32) []int32) *Reader {
	return &Reader{stream: stream{Coder: NewCoder(true, share)}}
}

// forget ends all that is remembered.
func (s *stream) forget() {
	s.Coder.forget()
	*s = stream{Coder: s.Coder}
}

// Write appends the ops to out.
func (w *Writer) Write(out []byte, ops *Ops) []byte {
	w.Out = out
	begins := uint64(ops.Len()) << 1
	if len(w.places) > mostPlaces || w.Known() > mostValues {
		begins |= 1
		w.forget()
		clear(w.known)
	}
	w.Uint(&begins)
	for i := range ops.list {
		w.op(ops, &ops.list[i])
	}
	out, w.Out = w.Out, nil
	return out
}

// find returns the place of an op.
func (w *Writer) find(k kind, s *tracker.Site) (at int32, follows, isNew bool) {
	if len(w.places) > 0 {
		if next := w.places[w.now].next; int(next) < len(w.places) {
			x := placeKey{kind: w.places[next].kind}
			l := &w.last.head(x.kind, w.places[next].at).Site
			if x.pc, x.call, x.ring = l.PC, l.Call, l.Ring; x.is(k, s) {
				return next, true, false
			}
		}
	}
	key := placeKey{s.PC, k, s.Call, s.Ring}
	at, ok := w.known[key]
	if !ok {
		at = w.begin(k, tracker.Site{Rank: s.Rank, Call: s.Call, Ring: s.Ring, PC: s.PC})
		w.known[key] = at
	}
	return at, false, !ok
}

// begin adds a place.
func (s *stream) begin(k kind, site tracker.Site) int32 {
	p := place{at: s.last.add(k), kind: k, next: int32(len(s.places)) + 1}
	s.last.head(k, p.at).Site = site
	s.places = append(room(s.places), p)
	return p.next - 1
}

// room makes room for another place. There are a few in most programs, and there may be many ranks.
func room[T any](last []T) []T {
	if len(last) < cap(last) {
		return last
	}
	return append(make([]T, 0, len(last)+max(2, len(last)/4)), last...)
}

// op writes an op: its place, the set of fields that differ, and these fields.
func (w *Writer) op(ops *Ops, e *entry) {
	site := &ops.head(e.kind, e.at).Site
	at, follows, isNew := w.find(e.kind, site)
	begin := len(w.Out)
	f := w.Begin(0)
	w.both(&w.places[at], ops, e.at)
	var room [48]byte
	where := room[:0]
	switch {
	case follows && w.Same():
		where = append(where, opAsBefore)
	case follows:
		where = w.Fields(append(where, opFollows))
	case isNew:
		where = w.Fields(appendPlace(append(where, opAtNew), e.kind, site))
	default:
		where = w.Fields(binary.AppendUvarint(where, opAt+uint64(at)))
	}
	w.End(f)
	if begin == len(w.Out) {
		w.Out = append(w.Out, where...)
	} else {
		w.Out = slices.Insert(w.Out, begin, where...)
	}
	w.passed(at, follows)
}

// both codes an op: the op with index i among the ops with the same body.
func (s *stream) both(p *place, ops *Ops, i int32) {
	l, x := s.last.head(p.kind, p.at), ops.head(p.kind, i)
	s.at, s.sites, s.was = p, 0, l.Site.Seq
	s.head(p, l, x)
	s.code(p.kind, &s.last, p.at, &ops.slabs, i)
	*l = *x
}

// head codes the fields of Head.
func (s *stream) head(p *place, l, x *Head) {
	n, seq := x.N-s.n, int64(x.Site.Seq)-int64(s.seq)
	if x.Site.Seq == 0 {
		seq = none
	}
	if s.Alike(3, p.n == n && p.seq == seq && l.On == x.On && l.Site.Thread == x.Site.Thread) {
		n, seq, x.On, x.Site.Thread = p.n, p.seq, l.On, l.Site.Thread
	} else {
		s.otherHead(p, l, x, &n, &seq)
	}
	s.n += n
	if s.Reads() {
		x.N = s.n
		x.Site.Rank, x.Site.Call, x.Site.Ring, x.Site.PC = l.Site.Rank, l.Site.Call, l.Site.Ring, l.Site.PC
		if x.Site.Seq = 0; seq != none {
			x.Site.Seq = s.seq + uint32(seq)
		}
	}
	if seq != none {
		s.seq = x.Site.Seq
	}
}

// otherHead codes a head of which n, seq, the thread or the object differ from their expected values.
func (s *stream) otherHead(p *place, l, x *Head, n, seq *int64) {
	wire.Value(s.Coder.Coder, &p.n, n)
	wire.Value(s.Coder.Coder, &p.seq, seq)
	if !s.Differs(l.On != x.On || l.Site.Thread != x.Site.Thread) {
		x.On, x.Site.Thread = l.On, l.Site.Thread
		return
	}
	wire.Plain(s.Coder.Coder, &x.Site.Thread)
	s.placeAt(&x.On)
}

// passed notes the place of an op that was coded.
func (s *stream) passed(at int32, follows bool) {
	if !follows && int(s.now) < len(s.places) {
		s.places[s.now].next = at
	}
	s.now = at
}

// appendPlace appends the key of a new place.
func appendPlace(to []byte, k kind, s *tracker.Site) []byte {
	for _, v := range [...]uint64{uint64(k), uint64(s.Call), uint64(s.Ring), s.PC, uint64(uint32(s.Rank))} {
		to = binary.AppendUvarint(to, v)
	}
	return to
}

// readPlace reads the key of a new place.
func (r *Reader) readPlace() (k kind, s tracker.Site) {
	var rank uint32
	w := r.Coder.Coder
	wire.Count(w, &k)
	wire.Count(w, &s.Call)
	wire.Count(w, &s.Ring)
	wire.Count(w, &s.PC)
	wire.Count(w, &rank)
	s.Rank = int32(rank)
	return k, s
}

// Begin begins to read the bytes of a Write, and returns the rest.
func (r *Reader) Begin(in []byte) []byte {
	r.Feed(in)
	var n uint64
	if r.Uint(&n); n&1 == 1 {
		r.forget()
	}
	r.left = int(n >> 1)
	return r.Coder.Left()
}

// Left is how many ops of the Write have not been read yet.
func (r *Reader) Left() int { return r.left }

// Next reads the next op from in into ops, and returns the bytes behind the op. The op is valid until ops is reset.
func (r *Reader) Next(in []byte, ops *Ops) []byte {
	r.Feed(in)
	r.left--
	at, set, follows := r.where()
	if int(at) == len(r.places) {
		r.begin(r.readPlace())
		r.Uint(&set)
	}
	p := &r.places[at]
	i := ops.slabs.add(p.kind)
	r.into = &ops.lists
	f := r.Coder.Begin(set)
	r.both(p, ops, i)
	r.End(f)
	ops.list = append(ops.list, entry{r.n, i, p.kind})
	r.passed(at, follows)
	return r.Coder.Left()
}

// where reads the number of an op's place and the set of fields that differ. A new place has the next number; its key
// and the set of fields follow.
func (r *Reader) where() (at int32, set uint64, follows bool) {
	var n uint64
	switch r.Uint(&n); n {
	case opAsBefore:
		return r.places[r.now].next, 0, true
	case opFollows:
		r.Uint(&set)
		return r.places[r.now].next, set, true
	case opAtNew:
		return int32(len(r.places)), 0, false
	}
	r.Uint(&set)
	return int32(n - opAt), set, false
}

// SameCall reports whether the next op, with which in begins, is of the same call as the op before.
func (r *Reader) SameCall(in []byte) bool {
	if r.left == 0 {
		return false
	}
	r.Feed(in)
	at, set, _ := r.where()
	n := int64(0)
	if int(at) == len(r.places) {
		r.readPlace()
		r.Uint(&set)
	} else {
		n = r.places[at].n
	}
	f := r.Coder.Begin(set)
	wire.Value(r.Coder.Coder, &n, new(int64))
	r.End(f)
	return n == 0
}
