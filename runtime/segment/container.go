package segment

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"os"
	"sync"

	"github.com/gomarmot/gomarmot/foreign"
)

// Container is a file to which the ranks of a node append their frames, each with the
// number of its rank. It knows where the frames of each rank are.
//
// A rank's part reads like a segment file of its own: first what such a file begins
// with, then the frames in their order. Offsets in damage are those in the container.
type Container struct {
	path string
	mu   sync.Mutex // ranks are read side by side
	of   map[int]*share
	size int64 // up to where frames have been looked for
	torn int   // the rank of an incomplete frame at the end, plus 1
}

// share is what a container has of a rank.
type share struct {
	head  piece // of the fixed part and the header; size 0: there is none
	sum   uint32
	parts []piece
	rings []storedRing
}

// piece is a part of the container, and where it begins in the rank's segment.
type piece struct{ at, size, begins int64 }

// storedRing is a ring that was salvaged.
type storedRing struct {
	number int
	frame  frame
	at     int64
}

// OpenContainer finds the frames of all ranks. Errors are of type *FileError.
func OpenContainer(path string) (*Container, error) {
	c := &Container{path: path, of: map[int]*share{}}
	if err := c.look(); err != nil {
		return nil, err
	}
	return c, nil
}

// Path returns the path of the file.
func (c *Container) Path() string { return c.path }

// Ranks returns the ranks that have frames, in no particular order.
func (c *Container) Ranks() []int {
	c.mu.Lock()
	defer c.mu.Unlock()
	var out []int
	for rank := range c.of {
		out = append(out, rank)
	}
	return out
}

// Has reports whether there is a segment of a rank, and not only rings.
func (c *Container) Has(rank int) bool {
	s := c.share(rank)
	return s != nil && (s.head.size > 0 || len(s.parts) > 0)
}

// Size returns the bytes that a rank has in the container.
func (c *Container) Size(rank int) (n int64) {
	if s := c.share(rank); s != nil {
		n = s.end()
		for _, r := range s.rings {
			n += int64(r.frame.stored)
		}
	}
	return n
}

func (c *Container) share(rank int) *share {
	c.mu.Lock()
	defer c.mu.Unlock()
	if s := c.of[rank]; s != nil {
		now := *s // the slices only grow
		return &now
	}
	return nil
}

func (s *share) end() int64 {
	if n := len(s.parts); n > 0 {
		return s.parts[n-1].begins + s.parts[n-1].size
	}
	return s.head.size
}

// look looks for frames behind those already known.
func (c *Container) look() error {
	f, err := foreign.Open(c.path)
	if err != nil {
		return Unusable(c.path, err)
	}
	defer f.Close() // only read
	info, err := f.Stat()
	if err != nil {
		return Unusable(c.path, err)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	w := window{f: f, size: info.Size()}
	c.dropTorn()
	for c.size < w.size {
		more, err := c.next(&w)
		if err != nil {
			return Unusable(c.path, err)
		}
		if !more {
			break
		}
	}
	return nil
}

// next takes the frame at c.size, or finds the next one. It reports whether there may
// be more: not behind an incomplete frame at the end.
func (c *Container) next(w *window) (more bool, err error) {
	var h frame
	whole, err := w.frame(c.size, &h)
	if err != nil {
		return false, err
	}
	if !whole {
		return true, c.skip(w)
	}
	end := c.size + frameHeader + int64(h.stored)
	if end > w.size {
		// Either it is still being written, or a full disk or a kill has left it: then
		// those of other ranks may have come behind it.
		at := c.size
		if err := c.skip(w); err != nil || c.size < w.size {
			return true, err
		}
		c.size = at
		if h.kind != frameRing && h.kind != frameRank {
			c.add(&h, at, w.size-at)
			c.torn = int(h.rank)
		}
		return false, nil
	}
	var after frame
	follows := end == w.size
	if !follows {
		if follows, err = w.frame(end, &after); err != nil {
			return false, err
		}
	}
	if !follows {
		if follows, err = w.intact(c.size, &h); err != nil {
			return false, err
		}
	}
	if !follows {
		return true, c.skip(w) // what is left of a frame; its rank has its records, or counts them as lost
	}
	c.add(&h, c.size, end-c.size)
	c.size = end
	return true, nil
}

// skip goes to the next frame behind c.size, or to the end.
func (c *Container) skip(w *window) error {
	for at := c.size + 1; ; {
		next, err := w.find(at)
		if err != nil {
			return err
		}
		var h frame
		if next >= w.size {
			c.size = w.size
			return nil
		}
		ok, err := w.frame(next, &h)
		if err != nil {
			return err
		}
		if ok {
			c.size = next
			return nil
		}
		at = next + 1
	}
}

// dropTorn forgets an incomplete frame at the end: it may be complete by now.
func (c *Container) dropTorn() {
	if c.torn == 0 {
		return
	}
	s := c.of[c.torn-1]
	s.parts = s.parts[: len(s.parts)-1 : len(s.parts)-1]
	c.torn = 0
}

// add notes a frame, of which size bytes are there.
func (c *Container) add(h *frame, at, size int64) {
	rank := int(h.rank) - 1
	s := c.of[rank]
	if s == nil {
		s = &share{}
		c.of[rank] = s
	}
	switch {
	case h.kind == frameRing:
		s.rings = append(s.rings, storedRing{int(h.first), *h, at})
	case h.kind == frameRank && len(s.parts) == 0:
		s.head, s.sum = piece{at: at + frameHeader, size: size - frameHeader}, h.sum
	case h.kind != frameRank:
		s.parts = append(s.parts, piece{at, size, s.end()})
	}
}

// window is the part of a file that was read last.
type window struct {
	f    *os.File
	size int64
	at   int64
	b    []byte
}

const windowSize = 16 << 10

// bytes returns up to n bytes at an offset.
func (w *window) bytes(at int64, n int) ([]byte, error) {
	if from := at - w.at; from >= 0 && from+int64(n) <= int64(len(w.b)) {
		return w.b[from : from+int64(n)], nil
	}
	if cap(w.b) < max(n, windowSize) {
		w.b = make([]byte, max(n, windowSize))
	}
	k, err := w.f.ReadAt(w.b[:cap(w.b)], at)
	if err != nil && err != io.EOF {
		return nil, err
	}
	w.at, w.b = at, w.b[:k]
	return w.b[:min(n, k)], nil
}

// frame reads the header of a frame of some rank, and reports whether there is one.
func (w *window) frame(at int64, h *frame) (bool, error) {
	b, err := w.bytes(at, frameHeader)
	return err == nil && h.parse(b) && h.rank > 0 && h.rank <= MaxSize, err
}

// intact reports whether the payload of a frame is what was written.
func (w *window) intact(at int64, h *frame) (bool, error) {
	b, err := w.bytes(at+frameHeader, int(h.stored))
	if err != nil || len(b) < int(h.stored) {
		return false, err
	}
	if h.kind == frameRank { // its state changes
		return headSum(b) == h.sum, nil
	}
	return sumOf(b) == h.sum, nil
}

// find returns the place of the next magic of a frame; the size if there is none.
func (w *window) find(at int64) (int64, error) {
	for at < w.size {
		s := sourceFile{f: w.f}
		if at = max(at, s.data(at)); at >= w.size {
			break
		}
		b, err := w.bytes(at, int(min(windowSize, w.size-at)))
		if err != nil || len(b) == 0 {
			return w.size, err
		}
		if k := bytes.Index(b, []byte(FrameMagic)); k >= 0 {
			return at + int64(k), nil
		}
		at += max(1, int64(len(b)-len(FrameMagic)+1))
	}
	return w.size, nil
}

// part is a rank's part of a container, as a file.
type part struct {
	sourceFile
	c    *Container
	rank int
	now  *share
}

// open opens the container if it rests.
func (p *part) open() error {
	if err := p.sourceFile.open(); err != nil {
		return err
	}
	p.now = p.c.share(p.rank)
	return nil
}

// length looks how much there is by now.
func (p *part) length() (int64, error) {
	if err := p.c.look(); err != nil {
		return 0, err
	}
	p.now = p.c.share(p.rank)
	return p.now.end(), nil
}

// at returns the piece that has a byte of the rank's segment.
func (p *part) at(off int64) (piece, bool) {
	if off < p.now.head.size {
		return p.now.head, true
	}
	lo, hi := 0, len(p.now.parts)
	for lo < hi {
		mid := (lo + hi) / 2
		if q := p.now.parts[mid]; off < q.begins+q.size {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	if lo == len(p.now.parts) {
		return piece{}, false
	}
	return p.now.parts[lo], true
}

// ReadAt reads from the rank's frames as if they were in one piece.
func (p *part) ReadAt(b []byte, off int64) (n int, err error) {
	for n < len(b) {
		q, ok := p.at(off)
		if !ok {
			return n, io.EOF
		}
		k := min(int64(len(b)-n), q.begins+q.size-off)
		m, err := p.sourceFile.ReadAt(b[n:n+int(k)], q.at+off-q.begins)
		n, off = n+m, off+int64(m)
		if err != nil {
			return n, err
		}
	}
	return n, nil
}

// data: frames have no holes worth skipping.
func (p *part) data(off int64) int64 {
	if _, ok := p.at(off); !ok {
		return math.MaxInt64
	}
	return off
}

// place returns where a byte of the rank's segment is in the container.
func (p *part) place(off int64) int64 {
	if p.now == nil {
		return 0
	}
	if q, ok := p.at(off); ok {
		return q.at + off - q.begins
	}
	if n := len(p.now.parts); n > 0 {
		return p.now.parts[n-1].at + p.now.parts[n-1].size
	}
	return p.now.head.at + p.now.head.size
}

// OpenIn opens what a container has of a rank. Its errors are of type *FileError.
func OpenIn(c *Container, rank int) (*Reader, error) {
	p := &part{sourceFile: sourceFile{path: c.path}, c: c, rank: rank}
	if err := p.open(); err != nil {
		return nil, Unusable(c.path, err)
	}
	if !p.described() {
		_ = p.Close() // only read
		return nil, &FileError{Path: c.path, Offset: p.place(0), Problem: Broken,
			Text: fmt.Sprintf("the description of rank %d is damaged; nothing of this rank can be read, restore the file or run the program again", rank)}
	}
	return openReader(c.path, p)
}

// described reports whether what the rank's segment begins with is intact.
func (p *part) described() bool {
	s := p.now
	if s == nil || s.head.size < fixedSize || s.head.size > fixedSize+maxHeader {
		return false
	}
	b := make([]byte, s.head.size)
	_, err := p.sourceFile.ReadAt(b, s.head.at)
	return err == nil && headSum(b) == s.sum
}

// headSum is the checksum of what a segment begins with, without its state.
func headSum(b []byte) uint32 {
	if len(b) < fixedSize {
		return 0
	}
	return crc32.Update(sumOf(b[:offState-4]), castagnoli, b[fixedSize:])
}

// rings returns the salvaged rings of a rank, by names such as their files had, with
// the container's in front.
func (c *Container) rings(rank int) map[string]func() (*Ring, error) {
	out := map[string]func() (*Ring, error){}
	s := c.share(rank)
	if s == nil {
		return out
	}
	for _, r := range s.rings { // the last one of a number is the newest
		name := fmt.Sprintf("%s/rank-%05d.t%03d.ring", c.path, rank, r.number)
		out[name] = func() (*Ring, error) { return c.readRing(name, r) }
	}
	return out
}

func (c *Container) readRing(name string, r storedRing) (*Ring, error) {
	f, err := foreign.Open(c.path)
	if err != nil {
		return nil, Unusable(c.path, err)
	}
	defer f.Close() // only read
	b := make([]byte, r.frame.stored)
	if _, err := f.ReadAt(b, r.at+frameHeader); err != nil {
		return nil, Unusable(c.path, err)
	}
	fail := &FileError{Path: c.path, Offset: r.at, Problem: Broken, Text: "a salvaged ring is damaged; the other parts can be read without it"}
	if sumOf(b) != r.frame.sum {
		return nil, fail
	}
	raw, err := r.frame.unpack(nil, b)
	if err != nil || len(raw) != int(r.frame.raw) {
		return nil, fail
	}
	return readRing(name, bytes.NewReader(raw), int64(len(raw)))
}
