package launch

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// Record is the log that a job is about to write.
type Record struct {
	Job  string // the value of GOMARMOT_JOB
	want string // path of run.log
	path string // where the job really logs; "" if that is not known yet
}

// NewRecord must be called before the job starts; the job must get the name in
// GOMARMOT_JOB.
func NewRecord(path string) *Record { return &Record{Job: rand.Text(), want: path} }

// Path returns where the job logs; "" while there is no log. It may not be
// the requested path, if that was taken.
func (r *Record) Path() string {
	if r.path == "" {
		if logs := logdir.OfJob(r.want, r.Job); len(logs) > 0 {
			r.path = logs[0]
		}
	}
	return r.path
}

// Others returns the logs of other jobs that the command has started: a script may start several.
func (r *Record) Others() []string {
	path := r.Path()
	return slices.DeleteFunc(logdir.OfJob(r.want, r.Job), func(log string) bool { return log == path })
}

// Earlier returns the log of an earlier run that has the name which the job was asked to use; "" if
// there is none, or the job has written it.
func (r *Record) Earlier() string {
	if _, err := os.Stat(logdir.Dir(r.want)); err != nil || r.Path() == r.want {
		return ""
	}
	return r.want
}

// orphanTime is how long ranks of a job that was killed may live on.
const orphanTime = 3 * time.Second

// AwaitLog waits briefly until no running job holds the log at path, and fails
// if one keeps holding it: the next job would have to write elsewhere.
func AwaitLog(path string) error {
	for end := time.Now().Add(orphanTime); Held(path); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("%s belongs to a job that is still running; choose another with --log", path)
		}
	}
	return nil
}

// Held reports whether a running job holds the log at path: its ranks lock the
// directory.
func Held(path string) bool {
	f, err := os.OpenFile(logdir.Dir(path), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close() // releases the lock
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK)
}
