package launch

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// ran is a job that runs in the background of a test.
type ran struct {
	out   *os.File // its standard output
	notes bytes.Buffer
	lock  sync.Mutex
	done  chan struct{}
	o     Outcome
	err   error
}

// start runs a shell script as a job.
func start(t *testing.T, j Job, script string) *ran {
	t.Helper()
	out, in, err := os.Pipe()
	require.NoError(t, err)
	r := &ran{out: out, done: make(chan struct{})}
	j.Argv = []string{program(t, t.TempDir(), "job", script)}
	j.Stdout, j.Stderr = in, in
	j.Note = func(s string) {
		r.lock.Lock()
		defer r.lock.Unlock()
		r.notes.WriteString(s + "\n")
	}
	go func() {
		defer close(r.done)
		defer in.Close()
		r.o, r.err = j.Run()
	}()
	return r
}

// ready waits until the script prints a line, and returns it.
func (r *ran) ready(t *testing.T) string {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; {
		_, err := r.out.Read(one)
		require.NoError(t, err)
		if one[0] == '\n' {
			return string(line)
		}
		line = append(line, one[0])
	}
}

func (r *ran) outcome(t *testing.T) Outcome {
	t.Helper()
	rest, err := io.ReadAll(r.out) // until the job and all it started are gone
	require.NoError(t, err)
	<-r.done
	require.NoError(t, r.err, "%s", rest)
	return r.o
}

// heed stops ignoring signals: tests that run in the background or under nohup ignore SIGINT or SIGHUP, and processes
// that they start would inherit this.
func heed(t *testing.T) {
	t.Helper()
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGINT, syscall.SIGHUP)
	t.Cleanup(func() { signal.Stop(c) })
}

func interrupt(t *testing.T, s syscall.Signal) {
	t.Helper()
	require.NoError(t, syscall.Kill(os.Getpid(), s))
}

func TestJobStatus(t *testing.T) {
	t.Setenv("OUTER", "o")
	r := start(t, Job{Env: []Var{{"GIVEN", "g"}}}, `echo "$OUTER$GIVEN"; exit 7`)
	assert.Equal(t, "og", r.ready(t))
	assert.Equal(t, Outcome{Code: 7}, r.outcome(t))
	assert.Equal(t, Outcome{Code: 128 + 9}, start(t, Job{}, "kill -9 $$").outcome(t))
	assert.Equal(t, Outcome{}, start(t, Job{}, "true").outcome(t))
	_, err := (&Job{Argv: []string{"/no/such/program"}}).Run()
	assert.EqualError(t, err, "cannot start /no/such/program: no such file or directory")
}

// TestJobTimeout: at the timeout, the job gets SIGTERM; all processes that go on get SIGKILL.
func TestJobTimeout(t *testing.T) {
	r := start(t, Job{Timeout: 2 * time.Second, Grace: time.Minute}, "trap 'exit 3' TERM; while :; do sleep 0.02; done")
	assert.Equal(t, Outcome{Code: 3, TimedOut: true}, r.outcome(t))
	assert.Equal(t, "the time limit of 2s is up: the job is terminated\n", r.notes.String())

	r = start(t, Job{Timeout: 2 * time.Second, Grace: 50 * time.Millisecond}, "trap '' TERM; while :; do sleep 0.02; done")
	assert.Equal(t, Outcome{Code: 128 + 9, TimedOut: true}, r.outcome(t))
	assert.Contains(t, r.notes.String(), "the job did not end within 50ms after SIGTERM: it is killed\n")
}

// TestJobInterrupted: the first SIGINT goes to the launcher. The second kills the launcher and all processes that
// it has started, even orphans.
func TestJobInterrupted(t *testing.T) {
	heed(t)
	r := start(t, Job{Grace: time.Minute}, "trap 'exit 4' INT; echo ready; while :; do sleep 0.02; done")
	r.ready(t)
	interrupt(t, syscall.SIGINT)
	assert.Equal(t, Outcome{Code: 4, Interrupted: syscall.SIGINT}, r.outcome(t))

	r = start(t, Job{Grace: time.Minute}, `trap 'echo first' INT
(setsid sh -c 'trap "" TERM INT; while :; do sleep 0.02; done' &)
echo ready; while :; do sleep 0.02; done`)
	r.ready(t)
	interrupt(t, syscall.SIGINT)
	assert.Equal(t, "first", r.ready(t))
	interrupt(t, syscall.SIGINT)
	assert.Equal(t, Outcome{Code: 128 + 9, Interrupted: syscall.SIGINT}, r.outcome(t))
	assert.Equal(t, "interrupted again: the job is killed\n", r.notes.String())
	assert.Empty(t, descendants(os.Getpid()))

	r = start(t, Job{Grace: time.Minute}, "trap 'exit 5' TERM; echo ready; while :; do sleep 0.02; done")
	r.ready(t)
	interrupt(t, syscall.SIGHUP)
	assert.Equal(t, Outcome{Code: 5, Interrupted: syscall.SIGHUP}, r.outcome(t), "SIGHUP ends it as SIGTERM does")

	r = start(t, Job{}, "trap 'exit 6' USR1; echo ready; while :; do sleep 0.02; done")
	r.ready(t)
	interrupt(t, syscall.SIGUSR1)
	assert.Equal(t, Outcome{Code: 6}, r.outcome(t), "SIGUSR1 is the program's own business")
}

// TestDescendants finds the children of children.
func TestDescendants(t *testing.T) {
	r := start(t, Job{}, "sh -c 'sleep 2; :' & sh -c 'echo ready; sleep 2; :'; wait")
	r.ready(t)
	assert.GreaterOrEqual(t, len(descendants(os.Getpid())), 3)
	r.outcome(t)
	parent, alive := parentOf(os.Getpid())
	assert.True(t, alive)
	assert.Equal(t, os.Getppid(), parent)
	_, alive = parentOf(1 << 30)
	assert.False(t, alive)
}

// TestRecord finds the log of this job under any name, and waits for a job that uses the requested log.
func TestRecord(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, name := range []string{"run.log", "gomarmot.log", "run.log-0badcafe", filepath.Join(os.TempDir(), "run.log-0badcafe0badcafe")} {
		dir := t.TempDir()
		path := filepath.Join(dir, "run.log")
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		r := NewRecord(path)
		mark := func(log, job string) {
			require.NoError(t, os.MkdirAll(logdir.Dir(log), 0o700))
			text := "run 00000000cafe0001 rank 0 job GOMARMOT_JOB=" + job + " host=a launcher=7\nname " + log + "\n"
			require.NoError(t, os.WriteFile(logdir.MarkName(logdir.Dir(log)), []byte(text), 0o600))
		}
		assert.Empty(t, r.Path())
		mark(path, NewRecord(path).Job)
		assert.Empty(t, r.Path(), "it is another job's")
		mark(path+"-spawned-00000001", r.Job)
		assert.Empty(t, r.Path(), "it is that of processes that the job has spawned")
		mark(name, r.Job)
		assert.Equal(t, name, r.Path())
	}
	path := t.TempDir() + "/run.log"
	require.NoError(t, os.Mkdir(logdir.Dir(path), 0o700))
	require.NoError(t, AwaitLog(path))
	held, err := os.Open(path + ".d")
	require.NoError(t, err)
	defer held.Close()
	require.NoError(t, syscall.Flock(int(held.Fd()), syscall.LOCK_EX))
	assert.EqualError(t, AwaitLog(path), fmt.Sprintf("%s belongs to a job that is still running; choose another with --log", path))
}
