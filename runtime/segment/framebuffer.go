package segment

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// desk holds what is needed to read a frame. Readers share desks and hold one only
// while inside a frame: a job of thousands of ranks has as many readers.
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

// leaveDesk returns the desk for others. The blob of the last event is no longer
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

// Rest puts the current frame aside, because its rank will not be read for a
// while: Next reads it again up to where it was. It does nothing if most of the
// reading would be rereading.
func (s *Stream) Rest() {
	if s.seg != nil {
		s.seg.rest()
	}
}

// freely is how many events may be decoded again whatever the log holds; beyond
// that, each event at most once more.
const freely = 1000

func (r *Reader) rest() {
	if r.desk == nil || r.inHand.kind != frameEvents || r.again > r.inHand.first+freely {
		return
	}
	r.aside = true
	r.again += uint64(r.handed)
	r.leaveDesk()
}

// takeUp reads again the frame that was put aside, up to the event after the last
// one returned.
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
	r.desk.dec.Skip(int(r.handed), e) // if it was changed meanwhile, endFrame finds out
	return nil
}
