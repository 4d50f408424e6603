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

// Record finds the log that a job writes.
type Record struct {
	Job  string // the value of GOMARMOT_JOB
	want string // path of run.log
	path string // path of the log that the job writes; "" if not known yet
}

// NewRecord returns a Record for a job that logs to path. It must be called before the job starts; the job must get
// Job as the value of GOMARMOT_JOB.
func NewRecord(path string) *Record { return &Record{Job: rand.Text(), want: path} }

// Path returns the path of the job's log; "" while there is no log. If the requested path was taken, the log has
// another.
func (r *Record) Path() string {
	if r.path == "" {
		if logs := logdir.OfJob(r.want, r.Job); len(logs) > 0 {
			r.path = logs[0]
		}
	}
	return r.path
}

// Others returns the logs of all other jobs that the command has started: a script may start several jobs.
func (r *Record) Others() []string {
	path := r.Path()
	return slices.DeleteFunc(logdir.OfJob(r.want, r.Job), func(log string) bool { return log == path })
}

// Earlier returns the requested path if the log there is from an earlier run; "" if there is no log, or the job has
// written it.
func (r *Record) Earlier() string {
	if _, err := os.Stat(logdir.Dir(r.want)); err != nil || r.Path() == r.want {
		return ""
	}
	return r.want
}

// orphanTime is for how long AwaitLog waits for the ranks of a killed job to end.
const orphanTime = 3 * time.Second

// AwaitLog waits briefly until no running job uses the log at path, and fails if a job goes on using it: the next
// job would have to write to another path.
func AwaitLog(path string) error {
	for end := time.Now().Add(orphanTime); Held(path); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			return fmt.Errorf("%s belongs to a job that is still running; choose another with --log", path)
		}
	}
	return nil
}

// Held reports whether a running job uses the log at path: its ranks keep the directory locked.
func Held(path string) bool {
	f, err := os.OpenFile(logdir.Dir(path), os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if err != nil {
		return false
	}
	defer f.Close() // releases the lock
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	return errors.Is(err, unix.EWOULDBLOCK)
}
