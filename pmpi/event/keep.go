package event

import (
	"encoding/binary"
	"unsafe"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Keep encodes records of one ring from its slots: what Parse, Assembler.Take and
// Append do with them one after another, but without an Event in between. slots
// are whole, aligned to 8 bytes, and no blob waits for its record. Keep stops at
// the first record that is not a call, is of a call site that the frame does not
// know yet, is later than until, or for which dst has no capacity. It returns the
// bytes read, the number of records and the time of the last one.
func (x *Encoder) Keep(dst, slots []byte, thread uint16, until uint64) (out []byte, size, n int, last uint64) {
	b, p := dst[:cap(dst)], len(dst)
	for len(slots)-size >= SlotSize && len(b)-p >= maxRecord {
		s := slots[size:]
		meta, time, pc := binary.LittleEndian.Uint64(s), binary.LittleEndian.Uint64(s[8:]), binary.LittleEndian.Uint64(s[16:])
		kind, flags, need := calls.Kind(meta), byte(meta>>16), int(meta>>24&0xff)*SlotSize
		if kind >= calls.MaxKind || time > until || need > len(s) {
			break
		}
		words := wordsOf(s[:need], int(flags>>3))
		if words == nil {
			break
		}
		id, site := x.find(x.key(kind, flags, thread, words), pc)
		if site == siteNew {
			break
		}
		p = x.put(b, p, id, site, time, uint32(meta>>32), words)
		size, n, last = size+need, n+1, time
	}
	return b[:p], size, n, last
}

// wordsOf returns the words of a record where they are; nil if it has none, or
// cannot have so many. Records are little-endian, as are the processors that
// gomarmot runs on.
func wordsOf(record []byte, n int) []int64 {
	if n == 0 || n > MaxWords || recordHeader+8*n > len(record) {
		return nil
	}
	return unsafe.Slice((*int64)(unsafe.Pointer(&record[recordHeader])), n)
}
