package foreign

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// NotAFile is the error about something that is no regular file.
type NotAFile struct{ Kind string }

// Error is half a sentence, for after the path.
func (e *NotAFile) Error() string { return "this is " + e.Kind + ", not a regular file" }

// TooLarge is the error about a file that is larger than it can be.
type TooLarge struct{ Size, Most int64 }

// Error is half a sentence, for after the path.
func (e *TooLarge) Error() string {
	return fmt.Sprintf("the file has %d bytes, more than the %d that are read", e.Size, e.Most)
}

// Open opens a regular file for reading. Pipes, devices, sockets, folders and
// the files of /proc and its like are refused without waiting for them or
// having any other effect on them: the error is then a *NotAFile in an
// *fs.PathError.
func Open(path string) (*os.File, error) {
	// Opening a device alone may do something to it.
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if err := regular(path, info); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NONBLOCK|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, err
	}
	if info, err = f.Stat(); err == nil { // another one may have taken its place
		err = regular(path, info)
	}
	if err == nil && synthetic(f) {
		err = refuse(path, "made up by the kernel")
	}
	if err != nil {
		_ = f.Close() // only read
		return nil, err
	}
	return f, nil
}

// ReadFile reads a regular file of at most so many bytes.
func ReadFile(path string, most int64) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // only read
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, &fs.PathError{Op: "read", Path: path, Err: &TooLarge{info.Size(), most}}
	}
	return io.ReadAll(io.LimitReader(f, most))
}

// Reason is an error without operation and path, for sentences that name the
// path themselves.
func Reason(err error) error {
	var p *fs.PathError
	if errors.As(err, &p) {
		return p.Err
	}
	return err
}

func refuse(path, kind string) error {
	return &fs.PathError{Op: "open", Path: path, Err: &NotAFile{kind}}
}

func regular(path string, info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return refuse(path, "a folder")
	case mode&fs.ModeNamedPipe != 0:
		return refuse(path, "a pipe")
	case mode&fs.ModeSocket != 0:
		return refuse(path, "a socket")
	case mode&fs.ModeDevice != 0:
		return refuse(path, "a device")
	}
	return refuse(path, "something else")
}

// synthetic reports whether a file lies in a file system that the kernel makes
// up: its files say that they are regular, but reading one may wait for events
// or never end.
func synthetic(f *os.File) bool {
	var st unix.Statfs_t
	if err := unix.Fstatfs(int(f.Fd()), &st); err != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.PROC_SUPER_MAGIC, unix.SYSFS_MAGIC, unix.DEBUGFS_MAGIC, unix.TRACEFS_MAGIC, unix.CGROUP_SUPER_MAGIC,
		unix.CGROUP2_SUPER_MAGIC, unix.SECURITYFS_MAGIC:
		return true
	}
	return false
}
