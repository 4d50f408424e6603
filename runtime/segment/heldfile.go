package segment

import (
	"errors"
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// heldFile is a file kept open in a process without the program's knowledge. A program that closes a descriptor
// twice, or closes all descriptors, may close the file and open another file under its number. So each access first
// checks that the descriptor still refers to the file, and reopens the file if not.
type heldFile struct {
	path string
	fd   int
	id   fileID
}

type fileID struct{ dev, ino uint64 }

// createHeld creates a new file, mode 0600. It fails if the file exists.
func createHeld(path string) (*heldFile, error) {
	h := &heldFile{path: path}
	if err := h.open(unix.O_CREAT | unix.O_EXCL); err != nil {
		return nil, err
	}
	return h.known()
}

// known remembers device and inode of the file just opened.
func (h *heldFile) known() (*heldFile, error) {
	var err error
	if h.id, err = identify(h.fd); err != nil {
		return nil, errors.Join(h.failed("stat", err), unix.Close(h.fd))
	}
	return h, nil
}

func (h *heldFile) open(flags int) error {
	fd, err := retried(func() (int, error) { return unix.Open(h.path, unix.O_RDWR|unix.O_CLOEXEC|flags, 0o600) })
	if err != nil {
		return h.failed("open", err)
	}
	h.fd = high(fd)
	return nil
}

// mostFiles is the number below which the descriptors of old programs stay.
const mostFiles = 1024

// high moves a descriptor to a number that programs do not reach, so that the
// program gets the numbers that it would have had without gomarmot. The descriptor
// stays where it is if there is no such number.
func high(fd int) int {
	var limit unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_NOFILE, &limit); err != nil {
		return fd
	}
	const room = 32
	from := int(min(limit.Cur, mostFiles)) - room
	if from <= fd {
		return fd
	}
	moved, err := unix.FcntlInt(uintptr(fd), unix.F_DUPFD_CLOEXEC, from)
	if err != nil {
		return fd
	}
	_ = unix.Close(fd) // the file is open under the other number
	return moved
}

func identify(fd int) (fileID, error) {
	var st unix.Stat_t
	_, err := retried(func() (int, error) { return 0, unix.Fstat(fd, &st) })
	return fileID{uint64(st.Dev), st.Ino}, err
}

// mine reports whether the descriptor refers to the file.
func (h *heldFile) mine() bool {
	id, err := identify(h.fd)
	return err == nil && id == h.id
}

// hold makes the descriptor refer to the file.
func (h *heldFile) hold() error {
	if h.mine() {
		return nil
	}
	// Whatever has the number now is the program's: it is not closed.
	if err := h.open(0); err != nil {
		return err
	}
	if h.mine() {
		return nil
	}
	_ = unix.Close(h.fd) // another file has got the name
	h.fd = -1
	return h.failed("open", errors.New("the program has closed it, and there is another file with that name"))
}

// WriteAt implements file.
func (h *heldFile) WriteAt(b []byte, off int64) (int, error) {
	if err := h.hold(); err != nil {
		return 0, err
	}
	done := 0
	for done < len(b) {
		n, err := retried(func() (int, error) { return unix.Pwrite(h.fd, b[done:], off+int64(done)) })
		if err != nil {
			return done, h.failed("write", err)
		}
		done += n
	}
	return done, nil
}

// ReadAt implements file.
func (h *heldFile) ReadAt(b []byte, off int64) (int, error) {
	if err := h.hold(); err != nil {
		return 0, err
	}
	done := 0
	for done < len(b) {
		n, err := retried(func() (int, error) { return unix.Pread(h.fd, b[done:], off+int64(done)) })
		if err != nil {
			return done, h.failed("read", err)
		}
		if n == 0 {
			return done, io.EOF
		}
		done += n
	}
	return done, nil
}

// Truncate implements file.
func (h *heldFile) Truncate(size int64) error {
	if err := h.hold(); err != nil {
		return err
	}
	_, err := retried(func() (int, error) { return 0, unix.Ftruncate(h.fd, size) })
	return h.failed("truncate", err)
}

// Close implements file.
func (h *heldFile) Close() error {
	if !h.mine() {
		return nil // closed already
	}
	fd := h.fd
	h.fd = -1
	return h.failed("close", unix.Close(fd))
}

func (h *heldFile) failed(op string, err error) error {
	if err == nil {
		return nil
	}
	return &os.PathError{Op: op, Path: h.path, Err: err}
}

// retried calls f until no signal interrupts it.
func retried(f func() (int, error)) (int, error) {
	for {
		n, err := f()
		if !errors.Is(err, unix.EINTR) {
			return n, err
		}
	}
}
