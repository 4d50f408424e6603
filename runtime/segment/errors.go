package segment

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"

	"github.com/gomarmot/gomarmot/foreign"
)

// Problem is why a file cannot be used at all.
type Problem int

// The problems.
const (
	Unreadable Problem = iota // the system refuses: missing, no permission, ...
	Empty
	Foreign   // not a file of this kind
	Newer     // from a newer gomarmot
	Broken    // of this kind, but its header is damaged
	Excessive // out of proportion: a log that takes too much memory
)

// FileError is a sentence on a file that cannot be used: path, byte, reason and remedy. Errors about files that the
// user named are always of this type.
type FileError struct {
	Path    string
	Offset  int64 // of the fault in the file; -1 if the file as a whole is meant
	Problem Problem
	Text    string // reason and remedy
	Err     error  // may be nil
}

// Error returns the sentence.
func (e *FileError) Error() string {
	path := foreign.Path(e.Path)
	if e.Offset < 0 {
		return path + ": " + e.Text
	}
	return fmt.Sprintf("%s: byte %d: %s", path, e.Offset, e.Text)
}

// Unwrap returns the system's error.
func (e *FileError) Unwrap() error { return e.Err }

// Unusable wraps a system error about a file or directory.
func Unusable(path string, err error) *FileError {
	return &FileError{Path: path, Offset: -1, Problem: Unreadable, Text: advice(err), Err: err}
}

// advice turns a system error into a reason and a remedy.
func advice(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "no such file; pass the run.log that the run wrote"
	case errors.Is(err, fs.ErrPermission):
		return "no permission to read it; read it as the user who ran the program, or change its mode"
	case errors.Is(err, syscall.EMFILE), errors.Is(err, syscall.ENFILE):
		return "too many open files for this many ranks; raise the limit with ulimit -n"
	case errors.Is(err, errReplaced):
		return "another file took its place while it was read, perhaps from a new run; read the log again"
	case errors.Is(err, syscall.ENOTDIR):
		return "a part of this path is a file, not a directory; pass the run.log that the run wrote"
	case errors.Is(err, syscall.ENAMETOOLONG):
		return "the name is longer than the system allows; pass the run.log that the run wrote"
	case errors.Is(err, syscall.ELOOP):
		return "the symbolic links of this path form a loop; pass the run.log that the run wrote"
	case errors.Is(err, syscall.EISDIR):
		return "this is a directory, but a file was expected; pass the run.log that the run wrote"
	}
	var odd *foreign.NotAFile
	if errors.As(err, &odd) {
		return odd.Error() + "; remove it, or restore the file that gomarmot wrote"
	}
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	return fmt.Sprintf("cannot be read: %v; check the file system and try again", err)
}

// Damage is a place where events are missing.
type Damage struct {
	Path   string
	Offset int64  // -1 if the file as a whole is meant
	What   string // "torn frame at the end", ...
	// Records is how many events are missing; -1 if that is not known.
	Records int64
	// Torn marks an incomplete end, left by a kill or a full disk; other damage
	// means that bytes have changed.
	Torn bool
}

// String returns a line.
func (d Damage) String() string {
	missing := "records are missing"
	switch {
	case d.Records >= 0:
		missing = fmt.Sprintf("%d records are missing", d.Records)
	case d.Torn:
		missing = "the last records are missing"
	}
	if d.Offset < 0 {
		return fmt.Sprintf("%s: %s; %s", foreign.Path(d.Path), d.What, missing)
	}
	return fmt.Sprintf("%s: byte %d: %s; %s", foreign.Path(d.Path), d.Offset, d.What, missing)
}
