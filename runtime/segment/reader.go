package segment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Reader reads the events of a segment file in order. It belongs to a single
// goroutine and holds one frame in memory.
type Reader struct {
	// onMeta is called by Next for each meta frame, in order with the events.
	onMeta func(name string, value json.RawMessage)

	path   string
	f      *sourceFile
	header *Header // used by others also after Close
	status status
	known  bool // status is intact

	off      int64        // of the next frame
	size     int64        // of the file, when last looked at
	buffer   *frameBuffer // nil: no frame is being read
	current  frame        // frame that is being read
	returned uint32       // events of the frame that Next has returned
	start    int64        // offset of the frame
	next     uint64       // index of the event after the last frame read to its end
	resting  bool         // Rest has put the frame aside
	repeated uint64       // events decoded again because of Rest
	budget   *Budget

	damage   []Damage
	reported int     // entries of damage that takeGap has reported
	tail     *Damage // an incomplete end, which a live writer may still complete
}

// Open opens a segment file. Its errors are of type *FileError.
func Open(path string) (*Reader, error) {
	r := &Reader{path: path, f: &sourceFile{path: path}}
	if err := r.f.open(); err != nil {
		return nil, Unusable(path, err)
	}
	if err := r.readHeader(); err != nil {
		_ = r.f.Close() // only read
		return nil, err
	}
	r.f.rest()
	return r, nil
}

// Header returns the description of the rank.
func (r *Reader) Header() *Header { return r.header }

// State returns the state as of Open or the last end of file; 0 if the state's
// bytes are damaged.
func (r *Reader) State() State { return r.status.state }

// Records returns how many events the segment held when its state was set.
func (r *Reader) Records() uint64 { return r.status.records }

// lost returns the events that the writer could not write.
func (r *Reader) lost() uint64 { return r.status.lost }

// damages returns the damage found so far.
func (r *Reader) damages() []Damage {
	list := r.damage[:len(r.damage):len(r.damage)]
	if !r.known {
		list = append(list, Damage{Path: r.path, Offset: offState, What: "the state in the header is damaged"})
	}
	if r.tail != nil {
		list = append(list, *r.tail)
	}
	return list
}

// takeGap reports whether events are missing before the last event that Next returned, or before the end, and how
// many are known to be missing. It reports each gap once. Events missing after the last frame do not count: see
// promised.
func (r *Reader) takeGap() (records int64, gap bool) {
	for ; r.reported < len(r.damage); r.reported++ {
		if d := r.damage[r.reported]; d.Records != 0 {
			records += max(d.Records, 0)
			gap = true
		}
	}
	return records, gap
}

// promised returns how many more events the file should hold than were read, according to a writer that has ended.
func (r *Reader) promised() int64 { return max(r.missing(), 0) }

// Close closes the file.
func (r *Reader) Close() error {
	r.returnBuffer()
	return r.f.Close()
}

// Next reads the next event. It returns io.EOF at the end; if the file is still
// growing, a later call may return more. Damaged frames are skipped, see Damage.
// Other errors are of type *FileError.
func (r *Reader) Next(e *event.Event) error {
	for {
		if r.buffer != nil && r.buffer.dec.Next(e) {
			r.returned++
			return nil
		}
		if r.resting {
			if err := r.reread(e); err != nil {
				return err
			}
			continue
		}
		r.endFrame()
		if err := r.readFrame(); err != nil {
			r.returnBuffer()
			return err
		}
	}
}

// endFrame checks, after the last event of a frame, that the frame had as many events as its header says.
func (r *Reader) endFrame() {
	if r.current.kind != frameEvents {
		return
	}
	if missing := int64(r.current.records) - int64(r.returned); missing != 0 || r.buffer.dec.Err() != nil {
		r.note(r.start, "the frame does not match its header", max(missing, 0))
	}
	r.next = r.current.first + uint64(r.current.records)
	r.current.kind = 0
	r.returnBuffer()
}

func (r *Reader) note(off int64, what string, records int64) {
	r.damage = append(r.damage, Damage{Path: r.path, Offset: off, What: what, Records: records})
}

// readHeader reads everything before the first frame.
func (r *Reader) readHeader() error {
	fixed := make([]byte, fixedSize)
	n, err := r.f.ReadAt(fixed, 0)
	if err != nil && err != io.EOF {
		return Unusable(r.path, err)
	}
	if err := r.checkFixed(fixed[:n]); err != nil {
		return err
	}
	length := le.Uint32(fixed[12:])
	if length > maxHeader {
		return r.broken(12, "the header's length is damaged", nil)
	}
	text := make([]byte, length)
	if n, err := r.f.ReadAt(text, fixedSize); n < len(text) {
		return r.broken(fixedSize+int64(n), "the file ends inside its header", err)
	}
	if sumOf(text) != le.Uint32(fixed[16:]) {
		return r.broken(fixedSize, "the header is damaged", nil)
	}
	r.header = &Header{}
	if err := json.Unmarshal(text, r.header); err != nil {
		return r.broken(fixedSize, "the header is damaged", err)
	}
	r.header.share()
	if r.header.Rank < 0 || r.header.Size <= r.header.Rank || r.header.Size > MaxSize {
		return r.broken(fixedSize, fmt.Sprintf("the header says rank %d of %d", r.header.Rank, r.header.Size), nil)
	}
	r.off = fixedSize + int64(length)
	r.status, r.known = parseStatus(fixed)
	return nil
}

func (r *Reader) checkFixed(b []byte) error {
	fail := func(off int64, p Problem, text string) error {
		return &FileError{Path: r.path, Offset: off, Problem: p, Text: text}
	}
	if len(b) == 0 {
		return fail(0, Empty, "the file is empty: the rank ended before it could write; run the program again")
	}
	if !bytes.HasPrefix([]byte(Magic), b[:min(len(b), len(Magic))]) {
		return fail(0, Foreign, "this is not a gomarmot segment; pass the run.log that the run wrote")
	}
	if len(b) >= 12 && le.Uint32(b[8:]) > Version {
		return fail(8, Newer, fmt.Sprintf("written in format version %d, this gomarmot reads up to %d; use a newer "+
			"gomarmot",
			le.Uint32(b[8:]), Version))
	}
	if len(b) < fixedSize {
		return r.broken(int64(len(b)), "the file ends inside its header", nil)
	}
	if le.Uint32(b[8:]) == 0 {
		return r.broken(8, "the format version is damaged", nil)
	}
	return nil
}

func (r *Reader) broken(off int64, what string, err error) error {
	return &FileError{Path: r.path, Offset: off, Problem: Broken,
		Text: what + "; nothing of this rank can be read, restore the file or run the program again", Err: err}
}

// readFrame reads frames up to the next frame of events.
func (r *Reader) readFrame() error {
	if err := r.f.open(); err != nil {
		return Unusable(r.path, err)
	}
	defer r.f.rest()
	for {
		f, err := r.findFrame()
		if err == io.EOF && r.budget.exhausted() { // the last events used it up
			return r.budget.excessive(r.path, r.off)
		}
		if err != nil {
			return err
		}
		start := r.off
		whole, err := r.reaches(start + frameHeader + int64(f.stored))
		if err != nil {
			return err
		}
		if !whole {
			return r.atEnd(start, "incomplete frame at the end of the file", int64(f.records))
		}
		if r.budget.Spent() {
			return r.budget.excessive(r.path, start)
		}
		payload, err := r.load(f, start)
		if err != nil {
			return err
		}
		r.off += frameHeader + int64(f.stored)
		if !r.gap(f, start) {
			continue
		}
		switch {
		case payload == nil:
			r.note(start, "frame with a wrong checksum", int64(f.records))
			r.next += uint64(f.records)
		case f.kind == frameEvents:
			r.current, r.returned, r.start = f, 0, start
			r.buffer.dec.Reset(payload)
			return nil
		case f.kind == frameMeta:
			r.giveMeta(payload, start)
		}
	}
}
