package event

import (
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// maxRecord is the longest encoding of a record without its blob.
const maxRecord = 2 + // first byte, extension
	3*3 + 1 + maxVarint + // definition: kind, thread, number of template; flags; pc
	8 + maxVarint + // time, sequence
	2 + MaxWords*maxVarint + // mask, words
	maxVarint + // length of the blob
	8 // a number is stored as a whole word, of which only the first bytes may count

// hashSize is a power of two well above maxTemplates.
const hashSize = 4 * maxTemplates

// Encoder writes events as the log keeps them: each as its difference from
// the last event of the same call site. An Encoder belongs to a single goroutine.
// Append allocates nothing once the tables have grown.
type Encoder struct {
	chain
	index [hashSize]uint16 // template of a key, by hash with linear probing
	split [calls.MaxKind]uint8
}

// NewEncoder returns an encoder at the start of a frame.
func NewEncoder() *Encoder {
	x := &Encoder{}
	for k := range x.split {
		x.split[k] = uint8(calls.ArgIndex(calls.Kind(k), "target_rank") + 1)
	}
	x.Reset()
	return x
}

// Reset starts a new frame: nothing of earlier records is needed to read it.
func (x *Encoder) Reset() {
	x.reset()
	clear(x.index[:])
}

// Append encodes e at the end of dst. e is a record as Assembler.Take returns it,
// so neither a Pad nor a Blob record; a blob above MaxBlob is left out.
func (x *Encoder) Append(dst []byte, e *Event) []byte {
	dst = slices.Grow(dst, maxRecord)
	b, head := dst[:cap(dst)], len(dst)
	n := min(e.N, MaxWords)
	flags := packFlags(e.Phase, e.Large, int(n))
	key := x.key(e.Kind, flags, e.Thread, e.A[:])
	id, site := x.find(key, e.PC)
	if site == siteNew {
		id = x.add(e, key, flags)
	}
	p := x.put(b, head, id, site, e.Time, e.Seq, e.A[:n])
	if len(e.Blob) == 0 || len(e.Blob) > MaxBlob {
		return b[:p]
	}
	b[head] |= hasBlob
	return appendBlob(b[:p], e.Blob)
}

// put writes a record without a blob at b[head:], which has room for maxRecord
// bytes, and returns the position after it.
func (x *Encoder) put(b []byte, head int, id uint16, site byte, time uint64, seq uint32, words []int64) int {
	t := &x.templates[id]
	th := &x.threads[t.thread]
	dt := time - x.time
	timeLen := (bits.Len64(dt) + 7) / 8
	p := head + 1
	first := site
	if seq == th.seq {
		first |= byte(timeLen) << timeShift
	} else {
		first |= timeExt << timeShift
		b[p] = byte(timeLen) | extSeq
		p++
	}
	switch site {
	case siteByID:
		p = putVarint(b, p, uint64(id))
	case siteNew:
		p = x.putDefinition(b, p, t, th.thread)
	}
	binary.LittleEndian.PutUint64(b[p:], dt)
	p += timeLen
	if seq != th.seq {
		p = putVarint(b, p, uint64(seq-th.seq))
	}
	p, same := t.putWords(b, p, words)
	if same {
		first |= wordsSame
	}
	th.seq, x.time, x.cur = seq+1, time, id
	b[head] = first
	return p
}

// putWords writes the mask and the words that differ from the prediction, and
// brings the template up to date. Nothing is written if none differs.
func (t *template) putWords(b []byte, p int, words []int64) (int, bool) {
	start := p
	p += maskLen(len(words))
	var mask uint32
	for i, w := range words {
		d := w - t.last[i]
		t.last[i] = w
		if d == t.delta[i] {
			continue
		}
		t.delta[i] = d
		mask |= 1 << i
		p = putVarint(b, p, zigzag(d))
	}
	if mask == 0 {
		return start, true
	}
	b[start] = byte(mask)
	if len(words) > 8 {
		b[start+1] = byte(mask >> 8)
	}
	return p, false
}

func maskLen(words int) int {
	if words > 8 {
		return 2
	}
	return 1
}

// key packs the properties of a template. Templates of RMA calls also have a target, so
// that a loop over neighbors has a template for each; the low bits of the
// rank are enough and bound the number of templates of a call site.
func (x *Encoder) key(kind calls.Kind, flags byte, thread uint16, words []int64) uint64 {
	key := 1<<63 | uint64(kind) | uint64(flags)<<16 | uint64(thread)<<24
	if s := x.splitOf(kind, flags); s != 0 {
		key |= uint64(targetOf(words[s-1])) << 40
	}
	return key
}

// splitOf returns the position + 1 of the word that has the target; 0: there is none.
func (x *Encoder) splitOf(kind calls.Kind, flags byte) uint8 {
	if kind >= calls.MaxKind || Phase(flags&3) == Leave || x.split[kind] > flags>>3 {
		return 0
	}
	return x.split[kind]
}

// targetOf returns the bits of a target's rank by which templates differ.
func targetOf(rank int64) uint8 { return uint8(rank & 31) }

// find returns the template of a record and how the record names it; siteNew if
// there is none yet.
func (x *Encoder) find(key, pc uint64) (id uint16, site byte) {
	cur := &x.templates[x.cur]
	id = cur.next[0]
	if t := &x.templates[id]; t.key == key && t.pc == pc {
		return id, siteNext
	}
	id = cur.next[1]
	if t := &x.templates[id]; t.key == key && t.pc == pc {
		cur.follow(id)
		return id, siteNext2
	}
	h := hash(key, pc)
	for x.index[h] != 0 {
		id = x.index[h]
		if t := &x.templates[id]; t.key == key && t.pc == pc {
			cur.follow(id)
			return id, siteByID
		}
		h = (h + 1) % hashSize
	}
	return root, siteNew
}

// add adds a template for e.
func (x *Encoder) add(e *Event, key uint64, flags byte) uint16 {
	if len(x.templates) == maxTemplates {
		clear(x.index[:])
	}
	id := x.define() // may empty the table: x.cur is read after it
	x.templates[x.cur].follow(id)
	t := &x.templates[id]
	t.kind, t.flags, t.pc, t.key = e.Kind, flags, e.PC, key
	t.thread = x.threadIndex(e.Thread)
	if t.what = whatOf(e.Kind, flags); !keepable(e.Kind) {
		t.what = 0 // the value of no record
	}
	if t.split = x.splitOf(e.Kind, flags); t.split != 0 {
		t.target = targetOf(e.A[t.split-1])
	}
	h := hash(key, e.PC)
	for x.index[h] != 0 {
		h = (h + 1) % hashSize
	}
	x.index[h] = id
	return id
}

func (x *Encoder) putDefinition(b []byte, p int, t *template, thread uint16) int {
	p = putVarint(b, p, uint64(t.kind))
	b[p] = t.flags
	p = putVarint(b, p+1, uint64(thread))
	p = putVarint(b, p, zigzag(int64(t.pc-x.pc)))
	x.pc = t.pc
	return p
}

func hash(key, pc uint64) uint64 {
	return (key ^ pc*0x9e3779b97f4a7c15) * 0xd6e8feb86659fd93 >> 32 % hashSize
}

// appendBlob writes the length in bytes, then whole words as differences from
// the word before, then the bytes of an incomplete last word.
func appendBlob(dst, blob []byte) []byte {
	dst = slices.Grow(dst, maxVarint*(2+len(blob)/8)+8)
	b := dst[:cap(dst)]
	p := putVarint(b, len(dst), uint64(len(blob)))
	prev := int64(0)
	for ; len(blob) >= 8; blob = blob[8:] {
		w := int64(binary.LittleEndian.Uint64(blob))
		p = putVarint(b, p, zigzag(w-prev))
		prev = w
	}
	return append(b[:p], blob...)
}
