package segment

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Back reads events back from the file of a Writer that goes on writing. It belongs to the Writer's goroutine.
type Back struct {
	w           *Writer
	off         int64  // of the next frame
	next        uint64 // index of the next event
	dec         event.Decoder
	stored, raw []byte
}

// Back returns a reader of the events that will be appended from now on. The caller has just called Sync.
func (w *Writer) Back() *Back {
	return &Back{w: w, off: w.end, next: w.records}
}

// Left returns how many events in the file Next has not returned.
func (b *Back) Left() uint64 { return b.w.records - b.next }

// Next reads the next event and reports whether there is one in the file. e.Blob is
// valid until the next call.
func (b *Back) Next(e *event.Event) (bool, error) {
	for !b.dec.Next(e) {
		if b.off >= b.w.end {
			return false, nil
		}
		if err := b.frame(); err != nil {
			return false, err
		}
	}
	b.next++
	return true, nil
}

// frame goes to the next frame.
func (b *Back) frame() error {
	var head [frameHeader]byte
	var f frame
	if _, err := b.w.f.ReadAt(head[:], b.off); err != nil {
		return fmt.Errorf("read segment: %w", err)
	}
	if !f.parse(head[:]) {
		return b.changed()
	}
	b.stored = grown(b.stored, int(f.stored))
	if _, err := b.w.f.ReadAt(b.stored, b.off+frameHeader); err != nil {
		return fmt.Errorf("read segment: %w", err)
	}
	if sumOf(b.stored) != f.sum {
		return b.changed()
	}
	b.off += frameHeader + int64(f.stored)
	if f.kind != frameEvents {
		return nil
	}
	raw, err := f.unpack(b.raw[:0], b.stored)
	if err != nil {
		return fmt.Errorf("read segment: %w", err)
	}
	b.raw = raw
	b.dec.Reset(raw)
	return nil
}

func (b *Back) changed() error {
	return fmt.Errorf("read segment: the frame at %d has been changed", b.off)
}

// grown returns a slice of n bytes: b if b is large enough.
func grown(b []byte, n int) []byte {
	if cap(b) < n {
		return make([]byte, n)
	}
	return b[:n]
}
