package segment

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// desk is the memory for reading a frame. A reader takes a desk from the pool only while it is inside a frame: a
// job of thousands of ranks has as many readers.
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

// Rest frees the memory of the current frame because the rank will not be read for a while. Next then reads the
// frame again, up to the same event. Rest does nothing if most of the reading would be rereading.
func (s *Stream) Rest() {
	if s.seg != nil {
		s.seg.rest()
	}
}

// freely is how many events may be decoded more than twice.
const freely = 1000

func (r *Reader) rest() {
	if r.desk == nil || r.inHand.kind != frameEvents || r.again > r.inHand.first+freely {
		return
	}
	r.aside = true
	r.again += uint64(r.handed)
	r.leaveDesk()
}

// takeUp reads the frame that Rest put aside again, up to the last event that Next returned.
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
	r.desk.dec.Skip(int(r.handed), e) // endFrame finds out if the file has been changed
	return nil
}
