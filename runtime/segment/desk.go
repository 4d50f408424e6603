package segment

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// desk is what it takes to read a frame. Readers have one only while they are
// inside a frame, and then take turns: a job of thousands of ranks has as many
// readers.
type desk struct {
	dec event.Decoder
	buf []byte // the payload, uncompressed
}

var desks = sync.Pool{New: func() any { return new(desk) }}

// keepBuffer is how much memory a desk keeps for the next payload.
const keepBuffer = 1 << 20

// atDesk makes sure that the reader has a desk.
func (r *Reader) atDesk() {
	if r.desk == nil {
		r.desk = desks.Get().(*desk)
	}
}

// leaveDesk gives the desk to others. The blob of the last event is no longer
// valid.
func (r *Reader) leaveDesk() {
	d := r.desk
	if d == nil {
		return
	}
	r.desk = nil
	d.dec.Reset(nil)
	if cap(d.buf) > keepBuffer {
		d.buf = nil
	}
	desks.Put(d)
}

// Rest puts the frame in hand aside, as its rank will not be read for a while:
// Next reads it again up to where it was. It does nothing where most of the
// reading would be reading again.
func (s *Stream) Rest() {
	if s.seg != nil {
		s.seg.rest()
	}
}

// freely is how many events may be decoded twice whatever the log holds; of
// the others not more than once.
const freely = 1000

func (r *Reader) rest() {
	if r.desk == nil || r.inHand.kind != frameEvents || r.again > r.inHand.first+freely {
		return
	}
	r.aside = true
	r.again += uint64(r.handed)
	r.leaveDesk()
}

// takeUp reads the frame that was put aside again, up to the event after the
// last one given.
func (r *Reader) takeUp(e *event.Event) error {
	r.aside = false
	if err := r.f.open(); err != nil {
		return Unusable(r.path, err)
	}
	defer r.f.rest()
	payload, err := r.load(r.inHand, r.place)
	if err != nil {
		return err
	}
	r.desk.dec.Reset(payload)
	for range r.handed {
		if !r.desk.dec.Next(e) {
			break // it was changed meanwhile: endFrame finds out
		}
	}
	return nil
}
