package segment

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Writer appends events to a segment file. It belongs to a single goroutine.
//
// If a write fails (disk full), the file keeps its whole frames, and the error is returned. Later events are only
// counted until a Sync succeeds: then Lost events stand for the missing events, and the file continues.
type Writer struct {
	f       file
	enc     *event.Encoder
	zip     *zstd.Encoder
	raw     []byte // frame being built
	out     []byte // frame as stored, header first
	inFrame uint32 // events in raw
	state   State
	end     int64  // of the last whole frame in the file
	records uint64 // in the file
	missed  missed // while failed
	failed  bool   // the last write failed
	dense   int    // the next frames to be stored uncompressed
}

// If compression makes a frame of denseFrom bytes smaller by less than a quarter, the next denseFrames frames are
// stored uncompressed: compression would take a third of the drain's time.
const (
	denseFrom   = 8 << 10
	denseFrames = 15
)

// file has the operations of a file that a Writer uses.
type file interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Truncate(size int64) error
}

// Create creates a new segment file, mode 0600. It fails if the file exists.
func Create(path string, h Header) (*Writer, error) {
	head, err := renderHeader(h)
	if err != nil {
		return nil, err
	}
	f, err := createHeld(path)
	if err != nil {
		return nil, fmt.Errorf("create segment: %w", err)
	}
	if _, err := f.WriteAt(head, 0); err != nil {
		_ = f.Close()
		_ = os.Remove(path) // our own file, useless without its header
		return nil, fmt.Errorf("write segment header: %w", err)
	}
	w, err := newWriter(f, int64(len(head)))
	if err != nil {
		_ = f.Close()
		_ = os.Remove(path)
	}
	return w, err
}

// newWriter returns the writer of a file that has only a header, of end bytes.
func newWriter(f file, end int64) (*Writer, error) {
	zip, err := newZip()
	if err != nil {
		return nil, err
	}
	return &Writer{
		f: f, enc: event.NewEncoder(), zip: zip, state: Running, end: end,
		raw: make([]byte, 0, frameRoom), out: make([]byte, frameHeader, frameRoom),
	}, nil
}

func newZip() (*zstd.Encoder, error) {
	zip, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest),
		zstd.WithEncoderConcurrency(1), zstd.WithEncoderCRC(false), zstd.WithWindowSize(1<<17))
	if err != nil {
		return nil, fmt.Errorf("prepare compression: %w", err)
	}
	return zip, nil
}

// Append adds an event to the current frame, and ends the frame when it is
// full. The event is in the file only after Sync or a full frame.
func (w *Writer) Append(e *event.Event) error {
	if w.failed {
		w.missed.add(e)
		return nil
	}
	w.raw = w.enc.Append(w.raw, e)
	w.inFrame++
	if len(w.raw) < frameFull {
		return nil
	}
	return w.Sync()
}

// keep appends the records at the start of a ring's slots, up to the first record that needs a look: see
// event.Encoder.Keep.
func (w *Writer) keep(slots []byte, thread uint16, until uint64) (size, n int, last uint64, err error) {
	if w.failed {
		return 0, 0, 0, nil
	}
	w.raw, size, n, last = w.enc.Keep(w.raw[:len(w.raw):frameRoom], slots, thread, until)
	w.inFrame += uint32(n)
	if len(w.raw) >= frameFull {
		err = w.Sync()
	}
	return size, n, last, err
}

// Sync ends the current frame and writes it. Everything passed to Append is
// then in the file (in the system's cache: safe if the process is killed). After
// a failed write it tries again, and returns no error if that fails too.
func (w *Writer) Sync() error {
	if w.failed {
		w.resume()
		return nil
	}
	if w.inFrame == 0 {
		return nil
	}
	err := w.write(frame{kind: frameEvents, records: w.inFrame}, w.raw)
	if err != nil {
		w.missed.addFrame(w.raw)
	} else {
		w.records += uint64(w.inFrame)
	}
	w.inFrame = 0
	w.raw = w.raw[:0]
	w.enc.Reset()
	return err
}

// Meta ends the current frame and writes v as JSON, in order with the events.
func (w *Writer) Meta(name string, v any) error {
	value, err := json.Marshal(v)
	if err != nil {
		return fmt.Errorf("encode meta %s: %w", name, err)
	}
	text, err := json.Marshal(meta{name, value})
	if err != nil {
		return fmt.Errorf("encode meta %s: %w", name, err)
	}
	if len(text) > maxMeta {
		return fmt.Errorf("encode meta %s: %d bytes are too many", name, len(text))
	}
	if err = w.Sync(); err == nil && !w.failed {
		err = w.write(frame{kind: frameMeta}, text)
	}
	if w.failed {
		w.missed.metas = append(w.missed.metas, text)
	}
	return err
}

// meta is the payload of a meta frame.
type meta struct {
	Name  string          `json:"name"`
	Value json.RawMessage `json:"value"`
}

// SetState ends the current frame and overwrites the state in the file's header, which works even on a full disk.
func (w *Writer) SetState(s State) error {
	err := w.Sync()
	w.state = s
	b := status{s, w.records, w.missed.records}.bytes()
	if _, serr := w.f.WriteAt(b, offState-4); serr != nil {
		err = errors.Join(err, fmt.Errorf("write state: %w", serr))
	}
	return err
}

// Records returns how many events the file has.
func (w *Writer) Records() uint64 { return w.records }

// Lost returns how many events could not be written and are not yet counted by a Lost event in the file.
func (w *Writer) Lost() uint64 { return w.missed.records }

// Size returns the length of the file.
func (w *Writer) Size() int64 { return w.end }

// Close writes the current frame and closes the file. The state does not change.
func (w *Writer) Close() error {
	err := w.SetState(w.state)
	if cerr := w.f.Close(); cerr != nil {
		err = errors.Join(err, fmt.Errorf("close segment: %w", cerr))
	}
	return err
}

// write appends a frame to the file. If that fails, it cuts the file back to the last whole frame.
func (w *Writer) write(f frame, raw []byte) error {
	f.flags = w.pack(raw)
	payload := w.out[frameHeader:]
	f.stored, f.raw, f.first, f.sum = uint32(len(payload)), uint32(len(raw)), w.records, sumOf(payload)
	f.put(w.out[:frameHeader])
	if _, err := w.f.WriteAt(w.out, w.end); err != nil {
		w.failed = true
		_ = w.f.Truncate(w.end) // if this fails, too, readers skip the torn frame
		return fmt.Errorf("write segment: %w", err)
	}
	w.end += int64(len(w.out))
	return nil
}

// pack puts the payload of a frame into w.out and returns the frame's flags.
func (w *Writer) pack(raw []byte) (flags byte) {
	w.out = w.out[:frameHeader]
	if w.dense > 0 {
		w.dense--
	} else {
		w.out = w.zip.EncodeAll(raw, w.out)
		stored := len(w.out) - frameHeader
		if len(raw) >= denseFrom && stored > len(raw)/4*3 {
			w.dense = denseFrames
		}
		if stored < len(raw) {
			return flagZstd
		}
		w.out = w.out[:frameHeader]
	}
	w.out = append(w.out, raw...)
	return 0
}
