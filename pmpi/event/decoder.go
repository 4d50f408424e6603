package event

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// errFrame means that the bytes of a frame are not encoded events.
var errFrame = errors.New("event: damaged frame")

// keepBlob is how much blob memory a decoder keeps of its own, in bytes.
const keepBlob = 2 << 10

// Decoder reads a frame that an Encoder wrote. A Decoder belongs to a single goroutine;
// it takes any bytes without panic, and memory in proportion to them. The zero
// value is a decoder of an empty frame.
type Decoder struct {
	chain
	c    cursor
	blob []byte
	lent *[]byte // holds a large blob until the next record is read
	skip bool    // blobs are not wanted
	err  error
}

// large lends the buffers for large blobs to all decoders: of the readers of
// thousands of ranks only few need a buffer at the same time.
var large = sync.Pool{New: func() any { return new([]byte) }}

// Reset starts reading a frame. The decoder keeps a reference to it.
func (d *Decoder) Reset(frame []byte) {
	d.reset()
	d.c = cursor{b: frame}
	d.err = nil
	d.giveBack()
}

// giveBack returns the buffer of a large blob.
func (d *Decoder) giveBack() {
	if d.lent != nil {
		large.Put(d.lent)
		d.lent = nil
	}
}

// Err returns why Next stopped: nil at the end of the frame.
func (d *Decoder) Err() error { return d.err }

// Next reads the next record and reports whether there was any. e.Blob is valid
// until the next call.
func (d *Decoder) Next(e *Event) bool {
	if d.err != nil || d.c.p >= len(d.c.b) {
		return false
	}
	if d.lent != nil {
		d.giveBack()
	}
	start := d.c.p
	d.read(e)
	if d.c.bad {
		d.err = fmt.Errorf("%w: record at byte %d", errFrame, start)
		return false
	}
	return true
}

// Skip reads n records again that have been read before, without their blobs. It does
// less than that if there are not as many.
func (d *Decoder) Skip(n int, e *Event) {
	d.skip = true
	for i := 0; i < n && d.Next(e); i++ {
	}
	d.skip = false
}

func (d *Decoder) read(e *Event) {
	c := &d.c
	first := c.byte()
	timeLen := uint(first >> timeShift)
	var ext byte
	if timeLen == timeExt {
		ext = c.byte()
		timeLen = uint(ext & extTime)
	}
	t := d.site(first & siteMask)
	if t == nil || timeLen > timeMax || ext&extInvalid != 0 {
		c.bad = true
		return
	}
	d.time += c.fixed(timeLen)
	th := &d.threads[t.thread]
	if ext&extSeq != 0 {
		th.seq += uint32(c.varint())
	}
	e.Seq = th.seq
	th.seq++
	t.predict()
	if first&wordsSame == 0 {
		t.correct(c)
	}
	e.Kind, e.PC, e.Thread, e.N = t.kind, t.pc, th.thread, t.n
	e.Phase, e.Large = Phase(t.flags&3), t.flags&4 != 0
	e.Time = d.time
	e.A = t.last
	e.Blob = nil
	if first&hasBlob != 0 {
		e.Blob = d.readBlob()
	}
}

// site finds the template that a record names and makes it current.
func (d *Decoder) site(how byte) *template {
	cur := &d.templates[d.cur]
	id := cur.next[0]
	switch how {
	case siteNext2:
		id = cur.next[1]
		cur.follow(id)
	case siteByID:
		v := d.c.varint()
		if v >= uint64(len(d.templates)) {
			return nil
		}
		id = uint16(v)
		cur.follow(id)
	case siteNew:
		return d.definition()
	}
	if id == root {
		return nil
	}
	d.cur = id
	return &d.templates[id]
}

// definition reads a new template.
func (d *Decoder) definition() *template {
	kind := d.c.varint()
	flags := d.c.byte()
	thread := d.c.varint()
	d.pc += uint64(unzigzag(d.c.varint()))
	n := flags >> 3
	if d.c.bad || kind == 0 || kind > 0xffff || thread > 0xffff || n > MaxWords || Phase(flags&3) > Leave {
		return nil
	}
	id := d.define() // may empty the table: d.cur is read after it
	d.templates[d.cur].follow(id)
	d.cur = id
	t := &d.templates[id]
	t.kind, t.flags, t.n, t.pc = calls.Kind(kind), flags, n, d.pc
	t.thread = d.threadIndex(uint16(thread))
	return t
}

// predict moves every word on as it moved last time.
func (t *template) predict() {
	for i := range t.last[:t.n] {
		t.last[i] += t.delta[i]
	}
}

// correct reads the words that the prediction missed.
func (t *template) correct(c *cursor) {
	mask := uint32(c.byte())
	if t.n > 8 {
		mask |= uint32(c.byte()) << 8
	}
	if mask>>t.n != 0 {
		c.bad = true
		return
	}
	for i := range t.last[:t.n] {
		if mask&(1<<i) == 0 {
			continue
		}
		d := unzigzag(c.varint())
		t.last[i] += d - t.delta[i]
		t.delta[i] = d
	}
}

// readBlob reads a blob into the decoder's own buffer, or a large blob into a buffer
// of the pool large.
func (d *Decoder) readBlob() []byte {
	size := d.c.varint()
	words, rest := size/8, int(size%8)
	if d.c.bad || size > MaxBlob || words > uint64(len(d.c.b)-d.c.p) { // a word takes a byte or more
		d.c.bad = true
		return nil
	}
	if d.skip {
		d.c.passVarints(int(words))
		d.c.take(rest)
		return nil
	}
	buf := &d.blob
	if size > keepBlob {
		d.lent = large.Get().(*[]byte)
		buf = d.lent
	}
	blob := slices.Grow((*buf)[:0], int(size))[:8*words]
	d.c.differences(blob)
	*buf = append(blob, d.c.take(rest)...)
	return *buf
}
