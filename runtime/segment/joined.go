package segment

import (
	"errors"
	"io"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// joined is a rank's part of a container, as the file of its Writer. What is written
// beyond its end is appended to the container with one call, which the system does
// not mix with those of other processes of the host. So the ranks need neither a
// process that writes for them nor memory that they share.
type joined struct {
	held *heldFile // to read, and to overwrite the state
	more *heldFile // to append
	head piece
	// Where the frames are, of which a Back may still want to read some.
	parts []piece
	keeps bool
}

// Join is Create for a file that the ranks of a host share. It is created if there is
// none.
func Join(path string, h Header) (*Writer, error) {
	head, err := renderHeader(h)
	if err != nil {
		return nil, err
	}
	held, err := joinHeld(path, 0)
	if err != nil {
		return nil, err
	}
	more, err := joinHeld(path, unix.O_APPEND)
	if err != nil {
		return nil, errors.Join(err, held.Close())
	}
	j := &joined{held: held, more: more}
	w, err := newWriter(j, int64(len(head)))
	if err == nil {
		w.rank = uint32(h.Rank) + 1
		err = j.begin(head, w.rank)
	}
	if err != nil {
		return nil, errors.Join(err, j.Close())
	}
	return w, nil
}

// begin appends what a segment file begins with, as a frame. Its checksum leaves out
// the part that changes, which has one of its own.
func (j *joined) begin(head []byte, rank uint32) error {
	f := frame{kind: frameRank, stored: uint32(len(head)), raw: uint32(len(head)), sum: headSum(head), rank: rank}
	b := make([]byte, frameHeader, frameHeader+len(head))
	f.put(b)
	at, err := j.append(append(b, head...))
	j.head = piece{at: at + frameHeader, size: int64(len(head))}
	return err
}

// append writes at the container's end and returns where that was.
func (j *joined) append(b []byte) (at int64, err error) {
	if err := j.more.hold(); err != nil {
		return 0, err
	}
	n, err := retried(func() (int, error) { return unix.Write(j.more.fd, b) })
	if err == nil && n < len(b) {
		// The rest must not come behind what others have written by now.
		err = unix.ENOSPC
	}
	if err != nil {
		return 0, j.more.failed("write", err)
	}
	end, err := unix.Seek(j.more.fd, 0, io.SeekCurrent)
	return end - int64(len(b)), j.more.failed("seek", err)
}

// WriteAt implements file.
func (j *joined) WriteAt(b []byte, off int64) (int, error) {
	if off+int64(len(b)) <= j.head.size {
		return j.held.WriteAt(b, j.head.at+off)
	}
	at, err := j.append(b)
	if err != nil {
		return 0, err
	}
	if j.keeps {
		j.parts = append(j.parts, piece{at, int64(len(b)), off})
	}
	return len(b), nil
}

// ReadAt implements file, for what was written since keep was called. It goes
// forward only.
func (j *joined) ReadAt(b []byte, off int64) (int, error) {
	for len(j.parts) > 0 && off >= j.parts[0].begins+j.parts[0].size {
		j.parts = j.parts[1:]
	}
	if len(j.parts) == 0 || off < j.parts[0].begins {
		return 0, io.EOF
	}
	p := j.parts[0]
	k := min(int64(len(b)), p.begins+p.size-off)
	n, err := j.held.ReadAt(b[:k], p.at+off-p.begins)
	if err == nil && n < len(b) {
		err = io.EOF
	}
	return n, err
}

// keep notes from now on where frames are, or no longer.
func (j *joined) keep(on bool) { j.keeps, j.parts = on, nil }

// Truncate implements file. What is left of a frame stays: readers pass over it.
func (j *joined) Truncate(int64) error { return nil }

// Close implements file.
func (j *joined) Close() error { return errors.Join(j.more.Close(), j.held.Close()) }

func joinHeld(path string, flags int) (*heldFile, error) {
	h := &heldFile{path: path, flags: flags}
	if err := h.open(unix.O_CREAT | unix.O_NOFOLLOW); err != nil {
		return nil, err
	}
	return h.known()
}

// AddRing appends a ring file to a container. number is the one in its name.
func AddRing(path string, rank, number int, ring []byte) error {
	if len(ring) > maxRaw {
		return &FileError{Path: path, Offset: -1, Problem: Excessive, Text: "the ring is too large for it"}
	}
	more, err := joinHeld(path, unix.O_APPEND)
	if err != nil {
		return err
	}
	j := &joined{more: more}
	f := frame{kind: frameRing, rank: uint32(rank) + 1, first: uint64(number), raw: uint32(len(ring)), flags: flagZstd}
	zip, err := newZip()
	if err != nil {
		return errors.Join(err, more.Close())
	}
	b := zip.EncodeAll(ring, make([]byte, frameHeader, frameRoom))
	f.stored, f.sum = uint32(len(b)-frameHeader), sumOf(b[frameHeader:])
	f.put(b)
	_, err = j.append(b)
	return errors.Join(err, more.Close())
}

// ReadRingFile returns the bytes of a ring file, without those that its segment has;
// nil if it has never been used.
func ReadRingFile(path string) ([]byte, error) {
	b, err := foreign.ReadFile(path, RingHeaderSize+maxRingSlots*event.SlotSize)
	if err != nil {
		return nil, err
	}
	r := &Ring{name: path, mem: b[:min(len(b), RingHeaderSize)]}
	if err := r.check(int64(len(b))); err != nil {
		var fe *FileError
		if errors.As(err, &fe) && fe.Problem == Empty {
			return nil, nil
		}
		return nil, err
	}
	head, slots := le.Uint64(b[ringHead:]), r.mask+1
	needed := le.Uint64(b[ringTail:])
	if head > 0 { // lookBack reads from the start of the last round
		needed = min(needed, (head-1)&^r.mask)
	}
	for i := range slots {
		// What was last written there is this slot of the run; with head 0, none.
		if n := head - 1 - (head-1-i)&r.mask; n >= head || n < needed {
			clear(b[RingHeaderSize+i*event.SlotSize:][:event.SlotSize])
		}
	}
	return b, nil
}
