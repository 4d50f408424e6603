package segment

import (
	"errors"
	"io"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// published is the last record that a ring's thread has published.
type published struct {
	next  uint32 // sequence number after the last record published
	known bool
}

// lastPublished returns the sequence number after the last record that the thread has published, also if the record
// was released. known is false if the record was partly overwritten. Only for rings of openRing.
func (r *Ring) lastPublished() (next uint32, known bool) { return r.ends.next, r.ends.known }

// lookBack finds the last record published. Records cannot be read backwards. But a record begins in slot 0 of the
// ring in each lap, and released slots keep their contents until they are overwritten: lookBack reads on from slot
// 0.
func (r *Ring) lookBack(f io.ReaderAt) published {
	if r.head == 0 {
		return published{known: true}
	}
	lap := (r.head - 1) &^ r.mask
	if r.head-lap > mostBack {
		return published{}
	}
	p := lastIn(io.NewSectionReader(f, RingHeaderSize, int64(r.head-lap)*event.SlotSize))
	if _, err := f.ReadAt(r.mem[ringReserve:ringReserve+8], ringReserve); err != nil || r.reserve()-lap > r.mask+1 {
		return published{} // the thread has begun to overwrite the slots read
	}
	return p
}

// mostBack bounds how many slots lookBack reads.
const mostBack = 1 << 20

// lastIn finds the last record in slots, the first of which begins a record.
func lastIn(f io.Reader) published {
	var p published
	buf := make([]byte, 64<<10)
	for n := 0; ; { // bytes in hand
		got, end := io.ReadFull(f, buf[n:])
		b := buf[:n+got]
		for len(b) > 0 {
			var e event.Event
			used, err := event.Parse(b, &e)
			if errors.Is(err, event.ErrShort) && end == nil {
				break // the rest comes with the next bytes
			}
			if err != nil {
				return published{}
			}
			if b = b[used:]; e.Kind != event.Blob && e.Kind != event.Pad {
				p = published{e.Seq + 1, true}
			}
		}
		if end != nil {
			return p
		}
		n = copy(buf, b)
	}
}
