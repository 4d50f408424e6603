package segment

import (
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// frameBuffer is the memory for reading a frame. A reader takes a frameBuffer from the pool only while it is inside
// a frame: a job of thousands of ranks has as many readers.
type frameBuffer struct {
	dec event.Decoder
	buf []byte // the payload, uncompressed
}

var frameBuffers = sync.Pool{New: func() any { return new(frameBuffer) }}

// keepBuffer is the largest buf, in bytes, that a frameBuffer keeps for the next payload.
const keepBuffer = 1 << 20

// takeBuffer takes a frameBuffer, unless the reader has one.
func (r *Reader) takeBuffer() {
	if r.buffer == nil {
		r.buffer = frameBuffers.Get().(*frameBuffer)
	}
}

// returnBuffer returns the frameBuffer to the pool. The blob of the last event is no longer valid.
func (r *Reader) returnBuffer() {
	d := r.buffer
	if d == nil {
		return
	}
	r.buffer = nil
	d.dec.Reset(nil)
	if cap(d.buf) > keepBuffer {
		d.buf = nil
	}
	frameBuffers.Put(d)
}

// Rest frees the memory of the current frame because the rank will not be read for a while. Next then reads the
// frame again, up to the same event. Rest does nothing if most of the reading would be rereading.
func (s *Stream) Rest() {
	if s.seg != nil {
		s.seg.rest()
	}
}

// freeRepeats is how many events may be decoded more than twice.
const freeRepeats = 1000

func (r *Reader) rest() {
	if r.buffer == nil || r.current.kind != frameEvents || r.repeated > r.current.first+freeRepeats {
		return
	}
	r.resting = true
	r.repeated += uint64(r.returned)
	r.returnBuffer()
}

// reread reads the frame that Rest put aside again, up to the last event that Next returned.
func (r *Reader) reread(e *event.Event) error {
	r.resting = false
	if err := r.f.open(); err != nil {
		return Unusable(r.path, err)
	}
	defer r.f.rest()
	payload, err := r.load(r.current, r.start)
	if err != nil {
		return err
	}
	r.buffer.dec.Reset(payload)
	r.buffer.dec.Skip(int(r.returned), e) // endFrame finds out if the file has been changed
	return nil
}
