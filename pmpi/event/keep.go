package event

import (
	"encoding/binary"
	"math/bits"
	"unsafe"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// firstSlot is the first slot of a record as it lies in a ring. Records are little-endian, as are the processors that
// gomarmot runs on.
type firstSlot struct {
	what  uint32 // see whatOf
	seq   uint32
	time  uint64
	pc    uint64
	words [firstWords]int64
}

// whatOf joins kind, flags and slots of a record as its first slot has them.
func whatOf(kind calls.Kind, flags byte) uint32 {
	return uint32(kind) | uint32(flags)<<16 | uint32(slotsFor(int(flags>>3)))<<24
}

// keepable reports whether records of a kind may go into a frame before anything has looked at them.
func keepable(k calls.Kind) bool {
	switch k {
	case Polls, Access, AccessBits, Value, Fetched, Changed:
		return true
	}
	return k < calls.MaxKind
}

// Keep encodes records of a ring from its slots, as Parse, Assembler.Take and
// Append would in turn, but without an Event in between. slots
// are whole, aligned to 8 bytes, and no blob waits for its record. Keep stops at
// the first record that needs a look, is of a call site that the frame does not
// know yet, is later than until, or for which dst has no capacity. It returns the
// bytes read, the number of records and the time of the last record. Kept reads them again.
func (x *Encoder) Keep(dst, slots []byte, thread uint16, until uint64) (out []byte, size, n int, last uint64) {
	b, p := dst[:cap(dst)], len(dst)
	for len(slots)-size >= SlotSize && len(b)-p >= maxRecord {
		s := (*firstSlot)(unsafe.Pointer(&slots[size]))
		need := int(s.what>>24) * SlotSize
		if s.time > until || uint(need-1) >= uint(len(slots)-size) {
			break
		}
		words := wordsOf(slots[size:size+need], int(s.what>>19&31))
		if words == nil {
			break
		}
		next := x.keepNext(b, p, s, words, thread)
		if next == p {
			if next = x.keepOther(b, p, s, words, thread); next == p {
				break
			}
		}
		p, size, n, last = next, size+need, n+1, s.time
	}
	return b[:p], size, n, last
}

// keepNext writes a record at b[p:] if its template is the latest follower of the current template, and returns the
// position after it; else p.
func (x *Encoder) keepNext(b []byte, p int, s *firstSlot, words []int64, thread uint16) int {
	id := x.templates[x.cur].next[0]
	t := &x.templates[id]
	if t.what != s.what || t.pc != s.pc || t.split != 0 && targetOf(words[t.split-1]) != t.target {
		return p
	}
	th := &x.threads[t.thread]
	if th.thread != thread || th.seq != s.seq {
		return p
	}
	dt := s.time - x.time
	timeLen := (bits.Len64(dt) + 7) / 8
	b = b[p : p+maxRecord]
	binary.LittleEndian.PutUint64(b[1:], dt)
	q, mask := 1+timeLen+maskLen(len(words)), uint32(0)
	prev, delta := t.last[:len(words)], t.delta[:len(words)]
	for i, w := range words {
		d := w - prev[i]
		prev[i] = w
		if d == delta[i] {
			continue
		}
		delta[i] = d
		mask |= 1 << i
		q = putVarint(b, q, zigzag(d))
	}
	b[0] = byte(siteNext | timeLen<<timeShift)
	if mask == 0 {
		b[0] |= wordsSame
		q = 1 + timeLen
	} else {
		b[1+timeLen] = byte(mask)
		if len(words) > 8 {
			b[2+timeLen] = byte(mask >> 8)
		}
	}
	th.seq, x.time, x.cur = s.seq+1, s.time, id
	return p + q
}

// keepOther writes a record of any template that the frame has.
func (x *Encoder) keepOther(b []byte, p int, s *firstSlot, words []int64, thread uint16) int {
	kind, flags := calls.Kind(s.what), byte(s.what>>16)
	if !keepable(kind) {
		return p
	}
	id, site := x.find(x.key(kind, flags, thread, words), s.pc)
	if site == siteNew {
		return p
	}
	return x.put(b, p, id, site, s.time, s.seq, words)
}

// Kept reads the first of the records that Keep has encoded from slots, as Parse does, and returns the bytes it takes.
func Kept(slots []byte, thread uint16, e *Event) int {
	s := (*firstSlot)(unsafe.Pointer(&slots[0]))
	flags, before := byte(s.what>>16), int(e.N)
	e.Kind, e.Phase, e.Large, e.N, e.Thread = calls.Kind(s.what), Phase(flags&3), flags&4 != 0, flags>>3, thread
	e.Seq, e.Time, e.PC, e.Blob = s.seq, s.time, s.pc, nil
	size := int(s.what>>24) * SlotSize
	words := wordsOf(slots[:size], int(flags>>3))
	for i := range words {
		if i < MaxWords {
			e.A[i] = words[i]
		}
	}
	for i := len(words); i < before && i < MaxWords; i++ {
		e.A[i] = 0
	}
	return size
}

// wordsOf returns the words of a record where they are; nil if it has none, or
// cannot have so many.
func wordsOf(record []byte, n int) []int64 {
	if n == 0 || n > MaxWords || recordHeader+8*n > len(record) {
		return nil
	}
	return unsafe.Slice((*int64)(unsafe.Pointer(&record[recordHeader])), n)
}
