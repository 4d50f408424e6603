package state

import (
	"bytes"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wire"
)

// Ops of a rank whose state another process keeps come as bytes. A program repeats itself:
// an op is written as what distinguishes it from the last one of the same place.

// OpsWriter writes the ops of one rank, in order.
type OpsWriter struct {
	enc     *wire.Encoder
	known   map[opKey]int32
	last    []lastWritten
	at      int32 // the place of the op before
	n       int64 // its N, and the Seq of its site
	seq     uint32
	names   []byte // what the op differs by
	more    []byte
	scratch [2][]byte
}

// OpsReader reads what an OpsWriter has written, a few ops at a time.
type OpsReader struct {
	dec  wire.Decoder
	left int // how many ops are still to be read
	into *Ops
	last []lastRead
	at   int32
	n    int64
	seq  uint32
}

// opKey tells the places of ops apart.
type opKey struct {
	pc   uint64
	what op.What
	call calls.Kind
	ring uint16
}

// lastOp is the last op of a place. There are some for each rank.
type lastOp struct {
	op    op.Op
	n     int64 // by how much N, Seq and Count had grown
	count int64
	seq   uint32
	next  int32 // the place of the op after it
}

// lastWritten is the last op of a place, of the writer: Names and More as bytes.
type lastWritten struct {
	lastOp
	name        string // of its datatype then
	names, more written
}

// lastRead is the last op of a place, of the reader.
type lastRead struct {
	lastOp
	names, more *read // nil: there are no calls in them
}

// Names and More of a place are mostly what they were the last time. The calls in them are the same
// ones, such as the one that has locked a window, or move on with the op, such as those of its epoch:
// then the bytes are the same, near the Seq of the op.

// written is Names or More of the last op of a place.
type written struct {
	bytes []byte // empty: there is none
	still bool   // the calls do not move on
	base  int64  // to which they are near, if still
}

// read is the same of the reader, where there are calls in it.
type read struct {
	bytes []byte
	still bool
	base  int64
}

// How Names and More differ from the last ones.
const (
	nowNone  = iota
	nowBytes // others, near to the same base
	nowMoves // others, near the op, with which they move on
	nowTurns // they move on from now on, if they were still, or the other way round
)

// What differs from the last op of the place.
const (
	newFlags = 1 << iota
	newPeer
	newTag
	newCount
	newDisp
	newAmount
	newType
	newOn
	newNames
	newMore
	newN
	newSeq
	newThread
)

// Numbers before an op.
const (
	opAsBefore = iota // it comes after the same one as the last time, and is like the last one
	opFollows         // it comes after the same one as the last time
	opAtNew           // at a place that was not there before
	opAt              // and the number of the place
)

// Bounds of what is remembered of a rank.
const (
	mostPlaces = 1 << 8
	mostValues = 1 << 12
)

var (
	namesCodec  wire.Codec[*op.Names]
	moreCodec   wire.Codec[any]
	accessCodec wire.Codec[op.Access]
	typeCodec   wire.Codec[*datatype.Type]
	placeCodec  wire.Codec[*op.Place]
)

func init() {
	wire.Custom(writePredef, readPredef)
	wire.Custom(writeRanks, readRanks)
	wire.Custom(writeSite, readSite)
	wire.Custom(writePuts, readPuts)
	wire.Share[op.Place]()
	wire.Share[op.Exchange]()
	wire.Share[op.LockedAll]()
	wire.Kinds((*op.Args)(nil), (*op.WinMade)(nil), (*op.Open)(nil), (*op.ViewSet)(nil), (*op.Access)(nil), (*op.Touch)(nil), (*op.FileAccess)(nil), (*op.SharedMove)(nil),
		(*op.Init)(nil), (*op.Parts)(nil))
	namesCodec, moreCodec, typeCodec, placeCodec = wire.Of[*op.Names](), wire.Of[any](), wire.Of[*datatype.Type](), wire.Of[*op.Place]()
	accessCodec = wire.Of[op.Access]()
}

func writePredef(e *wire.Encoder, p *calls.Predef) {
	if p == nil {
		e.Uint(0)
		return
	}
	e.Uint(uint64(p.ID) + 1)
}

func readPredef(d *wire.Decoder) *calls.Predef {
	if n := d.Uint(); n > 0 {
		return calls.PredefByID(uint16(n - 1))
	}
	return nil
}

// writeSite writes a call: a program has few places.
func writeSite(e *wire.Encoder, s tracker.Site) {
	e.Int(int64(s.Rank))
	e.Uint(uint64(s.Call))
	e.Uint(uint64(s.Ring))
	e.Near(int64(s.Seq))
	e.Uint(uint64(s.Thread))
	e.Address(s.PC)
}

func readSite(d *wire.Decoder) tracker.Site {
	return tracker.Site{Rank: int32(d.Int()), Call: calls.Kind(d.Uint()), Ring: uint16(d.Uint()), Seq: uint32(d.Near()), Thread: uint32(d.Uint()), PC: d.Address()}
}

// writeRanks writes a list of ranks: often these are the first ones of the job.
func writeRanks(e *wire.Encoder, ranks []int32) {
	if ranks == nil {
		e.Uint(0)
		return
	}
	e.Uint(uint64(len(ranks)) + 1)
	if areFirst(ranks) {
		e.Uint(1)
		return
	}
	e.Uint(0)
	var last int64
	for _, v := range ranks {
		e.Int(int64(v) - last)
		last = int64(v)
	}
}

func readRanks(d *wire.Decoder) []int32 {
	n := d.Uint()
	if n == 0 {
		return nil
	}
	if n--; d.Uint() == 1 {
		return firstRanks(int(n))
	}
	ranks := make([]int32, min(n, uint64(len(d.Left()))))
	var last int64
	for i := range ranks {
		last += d.Int()
		ranks[i] = int32(last)
	}
	if lists, ok := d.Context.(*Lists); ok && len(ranks) >= shortList {
		return lists.share(ranks)
	}
	return ranks
}

func writePuts(e *wire.Encoder, puts []op.TargetUse) {
	e.Uint(uint64(len(puts)))
	for i := range puts {
		e.Int(int64(puts[i].Target))
		writeSite(e, puts[i].Site)
	}
}

func readPuts(d *wire.Decoder) []op.TargetUse { return readPutsTo(d, nil) }

// readPutsTo appends them to a list.
func readPutsTo(d *wire.Decoder, list []op.TargetUse) []op.TargetUse {
	for range d.Uint() {
		list = append(list, op.TargetUse{Target: int32(d.Int()), Site: readSite(d)})
	}
	return list
}

// NewOpsWriter returns a writer for the ops of a rank.
func NewOpsWriter() *OpsWriter { return &OpsWriter{enc: wire.NewEncoder(), known: map[opKey]int32{}} }

// NewOpsReader returns a reader for the ops of a rank, which shares lists with those of others.
func NewOpsReader(lists *Lists) *OpsReader { return &OpsReader{dec: wire.Decoder{Context: lists}} }

// Write appends the ops to out.
func (w *OpsWriter) Write(out []byte, ops *Ops) []byte {
	w.enc.Out = out
	full := len(w.last) > mostPlaces || w.enc.Known() > mostValues
	if full {
		w.enc.Forget()
		clear(w.known)
		w.last, w.at = nil, 0
	}
	w.enc.Uint(uint64(len(ops.List))<<1 | uint64(flag(full)))
	for i := range ops.List {
		w.op(&ops.List[i])
	}
	out, w.enc.Out = w.enc.Out, nil
	return out
}

// Begin begins what one Write has written, and returns what follows.
func (r *OpsReader) Begin(in []byte) []byte {
	r.dec.Feed(in)
	n := r.dec.Uint()
	if n&1 == 1 {
		r.dec.Forget()
		r.last, r.at = nil, 0
	}
	r.left = int(n >> 1)
	return r.dec.Left()
}

// Left is how many ops of it have not been read yet.
func (r *OpsReader) Left() int { return r.left }

// Read reads the next n of these ops from in, and returns what follows them. They are valid until ops is reset.
func (r *OpsReader) Read(in []byte, ops *Ops, n int) []byte {
	ops.List = slices.Grow(ops.List, min(n, len(in)))
	for range n {
		var x *op.Op
		x, in = r.Next(in, ops)
		ops.List = append(ops.List, *x)
	}
	return in
}

// Next reads the next one of these ops from in, and returns what follows it. It is valid until Next is called again, and
// until ops is reset, in which what it refers to is kept.
func (r *OpsReader) Next(in []byte, ops *Ops) (*op.Op, []byte) {
	r.dec.Feed(in)
	r.into = ops
	r.left--
	return r.op(), r.dec.Left()
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// place finds the place of an op.
func (w *OpsWriter) place(o *op.Op) (at int32, follows, isNew bool) {
	s := &o.Site
	if len(w.last) > 0 {
		if next := w.last[w.at].next; int(next) < len(w.last) {
			x := &w.last[next].op
			if x.What == o.What && x.Site.PC == s.PC && x.Site.Call == s.Call && x.Site.Ring == s.Ring {
				return next, true, false
			}
		}
	}
	key := opKey{s.PC, o.What, s.Call, s.Ring}
	at, ok := w.known[key]
	if !ok {
		at = int32(len(w.last))
		w.known[key] = at
		w.last = append(room(w.last), lastWritten{lastOp: lastOp{next: at + 1}})
		w.last[at].op.What, w.last[at].op.Site = o.What, *s
		w.last[at].op.Site.Seq, w.last[at].op.Site.Thread = 0, 0
	}
	return at, false, !ok
}

func (w *OpsWriter) op(x *op.Op) {
	at, follows, isNew := w.place(x)
	last := &w.last[at]
	l := &last.op
	news := w.differs(x, last)
	switch {
	case follows && news == 0:
		w.enc.Uint(opAsBefore)
	case follows:
		w.enc.Uint(opFollows)
	case isNew:
		w.enc.Uint(opAtNew)
		w.enc.Uint(uint64(x.What))
		w.enc.Uint(uint64(x.Site.Call))
		w.enc.Uint(uint64(x.Site.Ring))
		w.enc.Uint(x.Site.PC)
		w.enc.Int(int64(x.Site.Rank))
	default:
		w.enc.Uint(opAt + uint64(at))
	}
	if news != 0 || !follows {
		w.enc.Uint(news)
		w.news(x, last, news)
	}
	if len(w.last) > 0 && w.at < int32(len(w.last)) && !follows {
		w.last[w.at].next = at
	}
	last.n, last.seq, last.count = x.N-w.n, x.Site.Seq-w.seq, x.Count-l.Count
	*l = *x
	l.Names, l.More = nil, nil // storage that is used again
	w.at, w.n, w.seq = at, x.N, x.Site.Seq
}

// differs says what the reader cannot know from the last op of the place.
func (w *OpsWriter) differs(x *op.Op, last *lastWritten) (news uint64) {
	l := &last.op
	set := func(differs bool, bit uint64) {
		if differs {
			news |= bit
		}
	}
	set(x.Flags() != l.Flags(), newFlags)
	set(x.Peer != l.Peer, newPeer)
	set(x.Tag != l.Tag, newTag)
	set(x.Count != l.Count+last.count, newCount)
	set(x.Data.Disp != l.Data.Disp, newDisp)
	set(x.Data.Count != l.Data.Count, newAmount)
	set(x.On != l.On, newOn)
	set(x.N != w.n+last.n, newN)
	set(x.Site.Seq != w.seq+last.seq, newSeq)
	set(x.Site.Thread != l.Site.Thread, newThread)
	if t := x.Data.Type; t != l.Data.Type || t != nil && t.Name != last.name {
		news |= newType
	}
	w.names, w.more = w.names[:0], w.more[:0]
	seq, before := int64(x.Site.Seq), int64(l.Site.Seq)
	if x.Names != nil || len(last.names.bytes) > 0 {
		w.names = w.value(w.names, &last.names, x.Names == nil, seq, before, func() { namesCodec.Write(w.enc, &x.Names) })
		set(len(w.names) > 0, newNames)
	}
	if x.More != nil || len(last.more.bytes) > 0 {
		w.more = w.value(w.more, &last.more, x.More == nil, seq, before, func() { moreCodec.Write(w.enc, &x.More) })
		set(len(w.more) > 0, newMore)
	}
	return news
}

// value appends to out how Names or More of an op differ from those of the last op of the place,
// whose Seq was before; nothing: they do not. none: the op has none.
func (w *OpsWriter) value(out []byte, last *written, none bool, seq, before int64, write func()) []byte {
	if none {
		*last = written{bytes: last.bytes[:0]}
		return append(out, nowNone)
	}
	base, other := seq, before
	if last.still {
		base, other = last.base, seq
	}
	known := w.enc.Known()
	now, based := w.near(0, base, write)
	news := w.enc.Known() != known // of which the reader must learn
	if !news && bytes.Equal(now, last.bytes) {
		return out
	}
	how := byte(nowBytes)
	if based && !news && len(last.bytes) > 0 {
		turned, _ := w.near(1, other, write)
		if bytes.Equal(turned, last.bytes) {
			last.still, last.base = !last.still, before
			return append(out, nowTurns)
		}
		if last.still {
			now, how, last.still = turned, nowMoves, false
		}
	}
	last.bytes = append(last.bytes[:0], now...)
	return append(append(out, how), now...)
}

// near returns what write writes near a base, in one of two buffers.
func (w *OpsWriter) near(buffer int, base int64, write func()) (text []byte, based bool) {
	e := w.enc
	out := e.Out
	e.Out, e.Base, e.Based = w.scratch[buffer][:0], base, false
	write()
	text, e.Out = e.Out, out
	w.scratch[buffer] = text
	return text, e.Based
}

// news writes what differs.
func (w *OpsWriter) news(x *op.Op, last *lastWritten, news uint64) {
	l, e := &last.op, w.enc
	if news&newN != 0 {
		e.Int(x.N - w.n)
	}
	if news&newSeq != 0 {
		e.Int(int64(x.Site.Seq) - int64(w.seq))
	}
	e.Base = int64(x.Site.Seq)
	e.Out = append(e.Out, w.names...) // first, as in differs: the next ones may name what they have named
	e.Out = append(e.Out, w.more...)
	if news&newFlags != 0 {
		e.Uint(x.Flags())
	}
	if news&newPeer != 0 {
		e.Int(int64(x.Peer))
	}
	if news&newTag != 0 {
		e.Int(int64(x.Tag))
	}
	if news&newCount != 0 {
		e.Int(x.Count - l.Count)
	}
	if news&newDisp != 0 {
		e.Int(x.Data.Disp - l.Data.Disp)
	}
	if news&newAmount != 0 {
		e.Int(x.Data.Count)
	}
	if news&newType != 0 {
		t := x.Data.Type
		if t == l.Data.Type { // it has another name now
			wire.Again(e, t)
		}
		if t != nil {
			last.name = t.Name
		}
		typeCodec.Write(e, &t)
	}
	if news&newOn != 0 {
		placeCodec.Write(e, &x.On)
	}
	if news&newThread != 0 {
		e.Uint(uint64(x.Site.Thread))
	}
}

// SameCall reports whether the next op, with which in begins, is of the same call as the one before.
func (r *OpsReader) SameCall(in []byte) bool {
	if r.left == 0 {
		return false
	}
	d := &r.dec
	d.Feed(in)
	at, news, _ := r.place()
	isNew := int(at) == len(r.last)
	if isNew {
		readPlace(d)
		news = d.Uint()
	}
	if news&newN != 0 {
		return d.Int() == 0
	}
	return isNew || r.last[at].n == 0
}

// place reads the number of an op's place, and what differs from the last op there. A new place has the next number; what it
// is, and what differs, follows.
func (r *OpsReader) place() (at int32, news uint64, follows bool) {
	d := &r.dec
	switch n := d.Uint(); n {
	case opAsBefore:
		return r.last[r.at].next, 0, true
	case opFollows:
		return r.last[r.at].next, d.Uint(), true
	case opAtNew:
		return int32(len(r.last)), 0, false
	default:
		return int32(n - opAt), d.Uint(), false
	}
}

// readPlace reads what a new place is.
func readPlace(d *wire.Decoder) (x op.Op) {
	x.What, x.Site.Call, x.Site.Ring, x.Site.PC = op.What(d.Uint()), calls.Kind(d.Uint()), uint16(d.Uint()), d.Uint()
	x.Site.Rank = int32(d.Int())
	return x
}

// op turns the last op of a place into the next one.
func (r *OpsReader) op() *op.Op {
	d := &r.dec
	at, news, follows := r.place()
	if int(at) == len(r.last) {
		r.last = append(room(r.last), lastRead{lastOp: lastOp{op: readPlace(d), next: at + 1}})
		news = d.Uint()
	}
	last := &r.last[at]
	x, before := &last.op, int64(last.op.Site.Seq)
	if news&newN != 0 {
		last.n = d.Int()
	}
	if news&newSeq != 0 {
		last.seq = uint32(d.Int())
	}
	x.N, x.Site.Seq = r.n+last.n, r.seq+last.seq
	seq := int64(x.Site.Seq)
	d.Base = seq
	moved := false
	if last.names, moved = again(d, namesCodec, &x.Names, last.names, news&newNames != 0, before); moved {
		x.Names = r.movedNames(last.names.bytes)
	}
	d.Base = seq
	if last.more, moved = again(d, moreCodec, &x.More, last.more, news&newMore != 0, before); moved {
		x.More = r.movedMore(last.more.bytes, x.More)
	}
	d.Base = seq
	if news&^(newN|newSeq|newNames|newMore) != 0 {
		r.news(last, news)
	}
	x.Count += last.count
	if !follows && int(r.at) < len(r.last) {
		r.last[r.at].next = at
	}
	r.at, r.n, r.seq = at, x.N, x.Site.Seq
	return x
}

// again reads Names or More of an op, if they differ from those of the last op of the place, which are
// there already and whose Seq was before. It returns how to read the next ones; moved: these too.
func again[T any](d *wire.Decoder, codec wire.Codec[T], to *T, last *read, news bool, before int64) (_ *read, moved bool) {
	if !news {
		return last, last != nil && !last.still
	}
	switch how := d.Uint(); how {
	case nowNone:
		*to = *new(T)
		return nil, false
	case nowTurns:
		last.still, last.base = !last.still, before
		if last.still { // what is there is of the ops before
			left := d.Left()
			d.Feed(last.bytes)
			d.Base, *to = before, *new(T)
			codec.Read(d, to)
			d.Feed(left)
		}
		return last, !last.still
	default:
		return first(d, codec, to, last, how), false
	}
}

// movedNames reads Names near an op. As More that moves, they are valid as long as the ops.
func (r *OpsReader) movedNames(text []byte) *op.Names {
	d := &r.dec
	left := d.Left()
	d.Feed(text)
	wire.Pointer(d)
	n := r.into.names.next()
	n.Ranks = readRanks(d)
	at := len(r.into.puts)
	r.into.puts = readPutsTo(d, r.into.puts)
	n.Puts = r.into.puts[at:len(r.into.puts):len(r.into.puts)]
	d.Feed(left)
	return n
}

// movedMore reads More near an op, where the last one was before.
func (r *OpsReader) movedMore(text []byte, before any) (more any) {
	d := &r.dec
	left := d.Left()
	d.Feed(text)
	if _, is := before.(*op.Access); is { // most are
		d.Uint() // its kind
		wire.Pointer(d)
		a := r.into.accs.next()
		*a = op.Access{}
		accessCodec.Read(d, a)
		more = a
	} else {
		moreCodec.Read(d, &more)
	}
	d.Feed(left)
	return more
}

// first reads Names or More that are written.
func first[T any](d *wire.Decoder, codec wire.Codec[T], to *T, last *read, how uint64) *read {
	still := last != nil && last.still && how != nowMoves
	if still {
		d.Base = last.base
	}
	text := d.Left()
	d.Based = false
	*to = *new(T)
	codec.Read(d, to)
	if !d.Based && !still {
		return nil
	}
	if last == nil {
		last = &read{}
	}
	last.still = still
	last.bytes = append(last.bytes[:0], text[:len(text)-len(d.Left())]...)
	return last
}

// room makes room for another place. There are a few in most programs, and there may be many ranks.
func room[T any](last []T) []T {
	if len(last) < cap(last) {
		return last
	}
	return append(make([]T, 0, len(last)+max(2, len(last)/4)), last...)
}

// news reads what else differs from the last op of the place.
func (r *OpsReader) news(last *lastRead, news uint64) {
	d, x := &r.dec, &last.op
	if news&newFlags != 0 {
		x.SetFlags(d.Uint())
	}
	if news&newPeer != 0 {
		x.Peer = int32(d.Int())
	}
	if news&newTag != 0 {
		x.Tag = int32(d.Int())
	}
	if news&newCount != 0 {
		last.count = d.Int()
	}
	if news&newDisp != 0 {
		x.Data.Disp += d.Int()
	}
	if news&newAmount != 0 {
		x.Data.Count = d.Int()
	}
	if news&newType != 0 {
		x.Data.Type = nil
		typeCodec.Read(d, &x.Data.Type)
	}
	if news&newOn != 0 {
		x.On = nil
		placeCodec.Read(d, &x.On)
	}
	if news&newThread != 0 {
		x.Site.Thread = uint32(d.Uint())
	}
}
