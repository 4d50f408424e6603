package segment

import (
	"errors"
	"math"
	"os"
	"sync/atomic"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/foreign"
)

// maxOpen is how many segments stay open between frames: a job of thousands of ranks may have more segments than a
// process may have open files.
var maxOpen = func() int32 {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return 200
	}
	return int32(min(limit.Cur/4, 1<<14))
}()

// opened counts the segments that stay open.
var opened atomic.Int32

// sourceFile is the file of a Reader.
type sourceFile struct {
	path string
	f    *os.File    // nil while it is closed
	keep bool        // the file stays open between frames
	info os.FileInfo // of the file that was opened first
}

var errReplaced = errors.New("replaced while it was read")

// open opens the file if it rests.
func (s *sourceFile) open() error {
	if s.f != nil {
		return nil
	}
	open := foreign.Open
	if s.info != nil {
		open = foreign.Again
	}
	f, err := open(s.path)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err == nil && s.info != nil && !os.SameFile(s.info, info) {
		err = errReplaced
	}
	if err != nil {
		_ = f.Close() // only read
		return err
	}
	if s.info == nil {
		s.keep = opened.Add(1) <= maxOpen
		if !s.keep {
			opened.Add(-1)
		}
	}
	s.f, s.info = f, info
	return nil
}

// rest closes the file between frames, unless it is among the maxOpen files that stay open.
func (s *sourceFile) rest() {
	if s.f != nil && !s.keep {
		_ = s.f.Close() // only read
		s.f = nil
	}
}

func (s *sourceFile) length() (int64, error) {
	info, err := s.f.Stat()
	if err != nil {
		return 0, Unusable(s.path, err)
	}
	return info.Size(), nil
}

// ReadAt reads from the open file.
func (s *sourceFile) ReadAt(b []byte, off int64) (int, error) { return s.f.ReadAt(b, off) }

// data returns the next offset from off on that is not in a hole of the file; MaxInt64 if the rest of the file is a
// hole, and off if the file system does not tell.
func (s *sourceFile) data(off int64) int64 {
	at, err := unix.Seek(int(s.f.Fd()), off, unix.SEEK_DATA)
	switch {
	case errors.Is(err, unix.ENXIO):
		return math.MaxInt64
	case err != nil:
		return off
	}
	return at
}

// Close ends the reading.
func (s *sourceFile) Close() error {
	if s.keep {
		s.keep = false
		opened.Add(-1)
	}
	if s.f == nil {
		return nil
	}
	f := s.f
	s.f = nil
	return f.Close()
}
