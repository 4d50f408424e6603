package event

import (
	"encoding/binary"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Limits of the arrays of requests that a record may have as differences; pmpi/record/waited.c has the same.
const (
	LongArray    = 32      // requests, at least
	LongestArray = 1 << 17 // requests, at most
)

// changedArray is the first word of a blob that holds Changes; of others it is the length of an array.
const changedArray = -1

// Changes is how an array of requests differs from the last long array of the same ring (calls.Sem.Repeats).
type Changes struct {
	Base  uint32 // Event.Seq of the record that had that array
	pairs Array
}

// ChangesOf returns the Changes in a blob; false if it has a whole array.
func ChangesOf(blob []byte) (Changes, bool) {
	a := Array(blob)
	if a.Len() < 2 || a.At(0) != changedArray {
		return Changes{}, false
	}
	return Changes{Base: uint32(a.At(1)), pairs: a[16:]}, true
}

// Len returns how many requests differ.
func (c Changes) Len() int { return c.pairs.Len() / 2 }

// At returns the position of the i-th request that differs, and its handle.
func (c Changes) At(i int) (position int, handle int64) {
	return int(c.pairs.At(2 * i)), c.pairs.At(2*i + 1)
}

// AppendChanges appends a blob as pmpi/record/waited.c writes it: positions and handles in turns.
func AppendChanges(blob []byte, base uint32, pairs ...int64) []byte {
	first := int64(changedArray)
	blob = binary.LittleEndian.AppendUint64(blob, uint64(first))
	blob = binary.LittleEndian.AppendUint64(blob, uint64(base))
	for _, v := range pairs {
		blob = binary.LittleEndian.AppendUint64(blob, uint64(v))
	}
	return blob
}

// IsLong reports whether later records may have only their differences from an array of n requests.
func IsLong(n int) bool { return n >= LongArray && n <= LongestArray }

// WholeArrays puts whole arrays into records that have Changes. It belongs to a single reader of a rank's records; the
// zero value is ready.
type WholeArrays struct{ of map[uint16]*wholeArray }

// wholeArray is the last long array of a ring, as a blob.
type wholeArray struct {
	blob []byte
	seq  uint32
}

// Take takes each record in order. It reports whether the array of e, if it has one, is known; else e has no blob.
// e.Blob is valid until the next record of the ring.
func (w *WholeArrays) Take(e *Event) bool {
	if e.Phase != Enter || e.Kind >= calls.MaxKind || !calls.Of(e.Kind).Repeats() {
		return true
	}
	last := w.of[e.Thread]
	changes, some := ChangesOf(e.Blob)
	if !some {
		if !IsLong(ArrayOf(e.Blob, 0).Len()) {
			return true
		}
		if last == nil {
			last = &wholeArray{}
			if w.of == nil {
				w.of = map[uint16]*wholeArray{}
			}
			w.of[e.Thread] = last
		}
		last.blob, last.seq = append(last.blob[:0], e.Blob...), e.Seq
		return true
	}
	e.Blob = nil
	if last == nil || last.seq != changes.Base || !changes.apply(last.blob[8:]) {
		delete(w.of, e.Thread)
		return false
	}
	e.Blob, last.seq = last.blob, e.Seq
	return true
}

// apply changes an array; false: it is shorter.
func (c Changes) apply(a Array) bool {
	for i := range c.Len() {
		k, v := c.At(i)
		if k < 0 || k >= a.Len() {
			return false
		}
		binary.LittleEndian.PutUint64(a[8*k:], uint64(v))
	}
	return true
}
