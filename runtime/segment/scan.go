package segment

import (
	"bytes"
	"encoding/json"
	"io"
	"sync"
)

// unknown stands for a number of missing records that is not known.
const unknown = -1

// scratch lends buffers for compressed payloads to all readers: a compressed
// payload is needed only while it is being uncompressed.
var scratch = sync.Pool{New: func() any { return new([]byte) }}

// findFrame reads the header of the next frame, and sets r.off to its start. Damaged bytes before the frame are
// noted and skipped. At the end it returns io.EOF.
func (r *Reader) findFrame() (frame, error) {
	var f frame
	r.tail = nil
	if _, err := r.reaches(r.off + frameHeader); err != nil {
		return f, err
	}
	switch left := r.size - r.off; {
	case left <= 0:
		return f, r.atTotal()
	case left < frameHeader:
		return f, r.atEnd(r.off, "incomplete frame at the end of the file", unknown)
	}
	var b [frameHeader]byte
	if err := r.readAt(b[:], r.off); err != nil {
		return f, err
	}
	if f.parse(b[:]) {
		return f, nil
	}
	return r.resync()
}

// resync looks for the next whole frame header after damaged bytes.
func (r *Reader) resync() (f frame, err error) {
	const window = 64 << 10
	b := make([]byte, window)
	for from := r.off + 1; from+frameHeader <= r.size; from += window - frameHeader {
		from = max(from, r.f.data(from)-frameHeader)
		if from+frameHeader > r.size {
			break
		}
		b = b[:min(window, r.size-from)]
		if err := r.readAt(b, from); err != nil {
			return f, err
		}
		for i := 0; ; i++ {
			k := bytes.Index(b[i:], []byte(FrameMagic))
			if k < 0 {
				break
			}
			if i += k; f.parse(b[i:]) {
				r.note(r.off, "damaged frame", unknown)
				r.off = from + int64(i)
				return f, nil
			}
		}
	}
	if err := r.refresh(); err != nil {
		return f, err
	}
	r.tail = &Damage{Path: r.path, Offset: r.off, What: "damaged from here to the end of the file",
		Records: r.missing()}
	return f, io.EOF
}

// gap notes the records missing between the last frame and f, which starts at offset start. It returns false if the
// records of f are before those already read: then f is skipped.
func (r *Reader) gap(f frame, start int64) bool {
	missing := int64(f.first - r.next)
	if n := len(r.damage); n > 0 && r.damage[n-1].Records == unknown {
		r.damage[n-1].Records = max(missing, 0)
	} else if missing > 0 {
		r.note(start, "frames before this one are missing", missing)
	}
	if missing < 0 {
		r.note(start, "this frame is in the wrong place", 0)
		return false
	}
	r.next = f.first
	return true
}

// atTotal ends a file that ends with a whole frame. If a writer that ended normally has recorded more records than
// the file has, the end of the file is missing.
func (r *Reader) atTotal() error {
	if n := r.missing(); n > 0 {
		return r.atEnd(r.off, "the end of the file is missing", n)
	}
	return io.EOF
}

func (r *Reader) atEnd(off int64, what string, records int64) error {
	if n := r.missing(); n != unknown {
		records = n
	}
	r.tail = &Damage{Path: r.path, Offset: off, What: what, Records: records, Torn: true}
	return io.EOF
}

// missing returns how many more records the state in the header promises than were read, or unknown.
func (r *Reader) missing() int64 {
	if !r.known || r.status.state == Running || r.status.records < r.next {
		return unknown
	}
	return int64(r.status.records - r.next)
}

// refresh reads the state and then the size of the file again, in this order: all records written before the state
// was set are then within the size.
func (r *Reader) refresh() error {
	var fixed [fixedSize]byte
	if err := r.readAt(fixed[:], 0); err != nil {
		return err
	}
	if s, ok := parseStatus(fixed[:]); ok {
		r.status, r.known = s, true
	}
	n, err := r.f.length()
	r.size = n
	return err
}

// reaches reports whether the file is at least end bytes long.
func (r *Reader) reaches(end int64) (bool, error) {
	if end <= r.size {
		return true, nil
	}
	err := r.refresh()
	return end <= r.size, err
}

func (r *Reader) readAt(b []byte, off int64) error {
	if _, err := r.f.ReadAt(b, off); err != nil {
		return Unusable(r.path, err)
	}
	return nil
}

// load reads the payload of f, whose header is at offset start, and uncompresses it into the frameBuffer. It
// returns nil if the payload is damaged.
func (r *Reader) load(f frame, start int64) ([]byte, error) {
	tmp := scratch.Get().(*[]byte)
	defer scratch.Put(tmp)
	if cap(*tmp) < int(f.stored) {
		*tmp = make([]byte, f.stored)
	}
	stored := (*tmp)[:f.stored]
	if err := r.readAt(stored, start+frameHeader); err != nil {
		return nil, err
	}
	if sumOf(stored) != f.sum {
		return nil, nil
	}
	r.takeBuffer()
	raw, err := f.unpack(r.buffer.buf[:0], stored)
	r.buffer.buf = raw
	if err != nil || len(raw) != int(f.raw) {
		return nil, nil // the sum fits the bytes, but gomarmot writes no such payload
	}
	return raw, nil
}

// unpack appends the uncompressed payload to dst.
func (f *frame) unpack(dst, payload []byte) ([]byte, error) {
	if f.flags&flagZstd == 0 {
		return append(dst, payload...), nil
	}
	z, err := unzstd()
	if err != nil {
		return dst, err
	}
	return z.DecodeAll(payload, dst)
}

func (r *Reader) giveMeta(payload []byte, start int64) {
	var m meta
	if len(payload) > maxMeta {
		r.note(start, "a description that is too long", 0)
		return
	}
	if err := json.Unmarshal(payload, &m); err != nil {
		r.note(start, "damaged description", 0)
		return
	}
	if r.onMeta != nil {
		r.onMeta(m.Name, m.Value)
	}
}
