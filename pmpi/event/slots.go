package event

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Geometry of a record in ring slots. See FORMAT.md, "Record".
const (
	firstWords   = 5   // words in the first slot
	slotWords    = 8   // words in each further slot
	maxSlots     = 255 // a record's slot count is one byte
	recordHeader = 24  // kind, phase byte, slots, seq, time, pc
	maxPiece     = (maxSlots - 1) * SlotSize
)

// MaxBlob is the largest blob in bytes that readers join and the log keeps.
// It bounds the memory that a reader allocates for a damaged length.
const MaxBlob = 16 << 20

// Errors of Parse and Assembler. They mean that bytes are damaged or foreign.
var (
	ErrShort  = errors.New("event: record reaches past the end of the data")
	errRecord = errors.New("event: not a record")
)

// slotsFor returns the slots of a record with n words and no blob piece.
func slotsFor(n int) int {
	if n <= firstWords {
		return 1
	}
	return 1 + (n-firstWords+slotWords-1)/slotWords
}

// Put appends e to dst as ring slots: the pieces of its blob, then the record.
// The wrappers do the same in C; Put serves tests and replay.
func Put(dst []byte, e *Event) []byte {
	for off := 0; off < len(e.Blob); off += maxPiece {
		dst = putPiece(dst, e, off)
	}
	n := min(int(e.N), MaxWords)
	dst = putHeader(dst, e.Kind, packFlags(e.Phase, e.Large, n), slotsFor(n), e)
	end := len(dst) - recordHeader + slotsFor(n)*SlotSize
	for _, w := range e.A[:n] {
		dst = binary.LittleEndian.AppendUint64(dst, uint64(w))
	}
	return append(dst, make([]byte, end-len(dst))...)
}

// PutPad appends a Pad record of 1 to 255 slots.
func PutPad(dst []byte, slots int) []byte {
	dst = putHeader(dst, Pad, 0, slots, &Event{})
	return append(dst, make([]byte, slots*SlotSize-recordHeader)...)
}

func putPiece(dst []byte, e *Event, off int) []byte {
	piece := e.Blob[off:min(off+maxPiece, len(e.Blob))]
	slots := 1 + (len(piece)+SlotSize-1)/SlotSize
	end := len(dst) + slots*SlotSize
	dst = putHeader(dst, Blob, packFlags(e.Phase, false, 2), slots, e)
	dst = binary.LittleEndian.AppendUint64(dst, uint64(len(e.Blob)))
	dst = binary.LittleEndian.AppendUint64(dst, uint64(off))
	dst = append(dst, make([]byte, SlotSize-recordHeader-16)...)
	dst = append(dst, piece...)
	return append(dst, make([]byte, end-len(dst))...)
}

func putHeader(dst []byte, k calls.Kind, flags byte, slots int, e *Event) []byte {
	dst = binary.LittleEndian.AppendUint16(dst, uint16(k))
	dst = append(dst, flags, byte(slots))
	dst = binary.LittleEndian.AppendUint32(dst, e.Seq)
	dst = binary.LittleEndian.AppendUint64(dst, e.Time)
	return binary.LittleEndian.AppendUint64(dst, e.PC)
}

// packFlags builds the byte that holds phase, variant and number of words.
func packFlags(p Phase, large bool, n int) byte {
	b := byte(p)&3 | byte(n)<<3
	if large {
		b |= 4
	}
	return b
}

// Parse reads the record at the start of b, whole slots of a ring, and
// returns the bytes it takes. It sets every field of e except Thread, which is in
// the ring's header. Of a Blob record, e.Blob is the piece itself, inside b;
// of any other record e.Blob is nil: see Assembler. Words out of use
// are zero, if the words of e beyond e.N were.
func Parse(b []byte, e *Event) (n int, err error) {
	if len(b) < SlotSize {
		return 0, ErrShort
	}
	head := binary.LittleEndian.Uint64(b)
	flags, slots := byte(head>>16), int(head>>24&0xff)
	size, words, before := slots*SlotSize, int(flags>>3), int(e.N)
	e.Kind, e.Phase, e.Large, e.N, e.Seq = calls.Kind(head), Phase(flags&3), flags&4 != 0, uint8(words),
		uint32(head>>32)
	e.Time = binary.LittleEndian.Uint64(b[8:])
	e.PC = binary.LittleEndian.Uint64(b[16:])
	e.Blob = nil
	if size > len(b) {
		e.N, e.A = 0, [MaxWords]int64{}
		return 0, ErrShort
	}
	if e.Kind == Pad && slots > 0 {
		e.N, e.A = 0, [MaxWords]int64{}
		return size, nil
	}
	if e.Kind == 0 || slots == 0 || e.Phase > Leave || words > MaxWords || slotsFor(words) > slots {
		return 0, notRecord(e, flags, slots)
	}
	from := b[recordHeader : recordHeader+8*words]
	for i := range e.A[:words] {
		e.A[i] = int64(binary.LittleEndian.Uint64(from[i*8:]))
	}
	for i := words; i < min(before, MaxWords); i++ {
		e.A[i] = 0
	}
	if e.Kind != Blob {
		return size, nil
	}
	return size, e.setPiece(b[SlotSize:size])
}

// notRecord describes the fault in the header of a record.
func notRecord(e *Event, flags byte, slots int) error {
	e.N, e.A = 0, [MaxWords]int64{}
	return fmt.Errorf("%w: kind %d, phase byte %#x, %d slots", errRecord, e.Kind, flags, slots)
}

// setPiece finds the bytes of a blob piece behind its first slot.
func (e *Event) setPiece(room []byte) error {
	total, off := e.A[0], e.A[1]
	if e.N != 2 || off < 0 || off >= total {
		return fmt.Errorf("%w: piece at %d of %d bytes", errRecord, off, total)
	}
	piece := total - off
	if piece > int64(len(room)) {
		piece = int64(len(room))
	}
	e.Blob = room[:piece]
	return nil
}

// Assembler joins the blob pieces of a thread with the record they belong
// to. The zero value is ready; it belongs to the reader of a ring.
type Assembler struct {
	buf     []byte
	total   int64
	dropped uint64
}

// Take takes each parsed record in order. It reports whether e is a complete
// event: then e.Blob is its blob, valid until the next Take. For
// Blob and Pad records it returns false. A blob that is incomplete or larger than MaxBlob is
// dropped and counted; its event comes without a blob.
func (a *Assembler) Take(e *Event) bool {
	switch e.Kind {
	case Pad:
		return false
	case Blob:
		a.add(e)
		return false
	case Thread:
		a.total = 0 // pieces of a thread that was cut off amid them
		return true
	}
	if a.total == 0 {
		return true
	}
	if int64(len(a.buf)) == a.total {
		e.Blob = a.buf
	} else {
		a.dropped++
	}
	a.total = 0
	return true
}

// Dropped counts the blobs that could not be joined.
func (a *Assembler) Dropped() uint64 { return a.dropped }

// Open reports whether pieces wait for their record.
func (a *Assembler) Open() bool { return a.total != 0 }

func (a *Assembler) add(e *Event) {
	total, off := e.A[0], e.A[1]
	if off == 0 {
		a.buf, a.total = a.buf[:0], total
	}
	if total > MaxBlob || total != a.total || off != int64(len(a.buf)) {
		a.buf, a.total = a.buf[:0], -1 // no length equals -1: Take drops it
		return
	}
	a.buf = append(a.buf, e.Blob...)
}
