package launch

import (
	"errors"
	"fmt"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// Record is the log that a job is about to write.
type Record struct {
	Path string      // of run.log
	old  os.FileInfo // the folder of an earlier run; nil if there was none
}

// NewRecord is called before the job starts.
func NewRecord(path string) *Record {
	old, _ := os.Stat(logdir.Dir(path)) // nil if there is none
	return &Record{path, old}
}

// Made reports whether the log is there, and not that of an earlier run.
func (r *Record) Made() bool {
	info, err := os.Stat(logdir.Dir(r.Path))
	return err == nil && (r.old == nil || !os.SameFile(info, r.old))
}

// orphanTime is how long ranks of a job that was killed may live on.
const orphanTime = 3 * time.Second

// AwaitLog waits a moment until no running job holds the log at path, and
// fails if one does for good: it would make the next job write elsewhere.
func AwaitLog(path string) error {
	for end := time.Now().Add(orphanTime); held(logdir.Dir(path)); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("%s belongs to a job that is still running; give another with --log", path)
		}
	}
	return nil
}

// Held reports whether a running job holds the log at path.
func Held(path string) bool { return held(logdir.Dir(path)) }

// held reports whether the leader of a run holds its folder locked.
func held(dir string) bool {
	f, err := os.Open(dir)
	if err != nil {
		return false
	}
	defer f.Close() // gives the lock back
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK)
}
