package segment

import (
	"fmt"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
)

// Peek is a ring of a running process, mapped read-only. It shows the thread's present call without affecting the
// thread.
type Peek struct {
	ring *Ring
	mem  []byte
}

// OpenPeek maps the ring file of a thread. Errors are of type *FileError.
func OpenPeek(path string) (*Peek, error) {
	f, err := foreign.Open(path)
	if err != nil {
		return nil, Unusable(path, err)
	}
	defer f.Close() // the mapping stays
	info, err := f.Stat()
	if err != nil {
		return nil, Unusable(path, err)
	}
	if info.Size() < RingHeaderSize {
		return nil, &FileError{Path: path, Problem: Broken,
			Text: fmt.Sprintf("the ring has only %d bytes so far", info.Size())}
	}
	mem, err := unix.Mmap(int(f.Fd()), 0, int(info.Size()), unix.PROT_READ, unix.MAP_SHARED)
	if err != nil {
		return nil, Unusable(path, err)
	}
	ring, err := RingFromMemory(mem)
	if err != nil {
		_ = unix.Munmap(mem) // just mapped
		return nil, err
	}
	return &Peek{ring, mem}, nil
}

// Close unmaps the ring.
func (p *Peek) Close() error { return unix.Munmap(p.mem) }

// Glance is a thread's progress. Its fields are read one after another: for a running thread they may be from
// different moments.
type Glance struct {
	Head  uint64 // slots published
	Calls uint64 // MPI calls entered
	Now   Now
}

// Look reads the head of the ring.
func (p *Peek) Look() Glance {
	return Glance{Head: p.ring.Head(), Calls: p.ring.word(ringNowCount), Now: p.ring.Now()}
}

// Rank returns the rank in MPI_COMM_WORLD.
func (p *Peek) Rank() int { return p.ring.Rank() }

// Read returns how many bytes of the segment have been read, and how many it
// has.
func (s *Stream) Read() (done, size int64) {
	if s.seg == nil {
		return 0, 0
	}
	return s.seg.off, s.seg.size
}
