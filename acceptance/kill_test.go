package acceptance

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// killMoments is how many moments each MPI is killed at; `make test-kills`
// sets more.
func killMoments(t *testing.T) int {
	text := os.Getenv("GOMARMOT_TEST_KILLS")
	if text == "" {
		return 3
	}
	n, err := strconv.Atoi(text)
	require.NoError(t, err)
	return n
}

// busyRanks is the number of ranks of testdata/busy.c.
const busyRanks = 2

// busy is a run of testdata/busy.c, which does not end by itself unless its
// arguments say so.
type busy struct {
	dir  string
	cmd  *exec.Cmd
	out  *bytes.Buffer
	told []string // files in which the ranks count their calls
}

// startBusy starts the program and returns when all ranks are busy.
func startBusy(t *testing.T, m *MPI, l Launch) *busy {
	t.Helper()
	b := &busy{dir: t.TempDir(), out: &bytes.Buffer{}}
	args := append(append([]string{}, m.Mpiexec[1:]...), "-n", fmt.Sprint(busyRanks), l.Binary, b.dir)
	b.cmd = exec.Command(m.Mpiexec[0], append(args, l.Args...)...)
	b.cmd.Dir = b.dir
	b.cmd.Env = append(append(append(os.Environ(), m.Env...), "LD_PRELOAD="+l.Preload), l.Env...)
	b.cmd.Stdin, b.cmd.Stdout, b.cmd.Stderr = OpenInput, b.out, b.out
	b.cmd.WaitDelay = 20 * time.Second
	require.NoError(t, b.cmd.Start())
	for rank := range busyRanks {
		b.told = append(b.told, filepath.Join(b.dir, fmt.Sprint("told.", rank)))
	}
	t.Cleanup(func() { b.end(t) })
	require.Eventually(t, func() bool {
		for rank := range busyRanks {
			if b.word(rank, 0) == 0 {
				return false
			}
		}
		return true
	}, 30*time.Second, time.Millisecond, "the program does not start")
	return b
}

// word reads a rank's file: its process, and how many calls its threads have
// entered.
func (b *busy) word(rank, i int) int64 {
	text, err := os.ReadFile(b.told[rank])
	if err != nil || len(text) < 24 {
		return 0
	}
	return int64(binary.LittleEndian.Uint64(text[8*i:]))
}

// kill sends a rank a signal. The launcher may have been faster: it kills the others as soon as one
// is dead.
func (b *busy) kill(t *testing.T, rank int, sig syscall.Signal) {
	t.Helper()
	if err := syscall.Kill(int(b.word(rank, 0)), sig); !errors.Is(err, syscall.ESRCH) {
		require.NoError(t, err)
	}
}

// wait returns when no process of the job is left.
func (b *busy) wait(t *testing.T) {
	t.Helper()
	_ = b.cmd.Wait() // it was killed
	require.Eventually(t, func() bool { return b.left() == 0 }, 30*time.Second, 5*time.Millisecond, "ranks live on:\n%s", b.out)
}

// left counts the living ranks; zombies that no process waits for, since their
// launcher is dead, do not count.
func (b *busy) left() int {
	n := 0
	for rank := range busyRanks {
		stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", b.word(rank, 0)))
		if err == nil && !bytes.Contains(stat, []byte(") Z ")) {
			n++
		}
	}
	return n
}

// end leaves nothing behind when a test has failed.
func (b *busy) end(t *testing.T) {
	if t.Failed() {
		_ = b.cmd.Process.Kill() // it may have ended
		for rank := range busyRanks {
			if pid := b.word(rank, 0); pid > 0 && b.left() > 0 {
				_ = syscall.Kill(int(pid), syscall.SIGKILL)
			}
		}
	}
}

// entered reads a rank's log: the calls that each thread has entered since
// the MPI_Win_allocate, the first call that the program counts.
func entered(t *testing.T, r *logdir.RankLog) [2]int64 {
	t.Helper()
	var n [2]int64
	var next [2]uint32
	var inside [2]calls.Kind
	counting := false
	for {
		var e event.Event
		err := r.Next(&e)
		if errors.Is(err, io.EOF) {
			break
		}
		// There are millions of records, and a check of testify takes longer than reading one.
		if err != nil || e.Thread > 1 || e.Seq != next[e.Thread] {
			require.NoError(t, err)
			require.Less(t, e.Thread, uint16(2))
			require.Equal(t, next[e.Thread], e.Seq, "rank %d, thread %d: a record is missing", r.Rank, e.Thread)
		}
		next[e.Thread]++
		if e.Kind >= calls.MaxKind {
			continue
		}
		counting = counting || e.Kind == calls.WinAllocate
		if e.Phase == event.Leave {
			if inside[e.Thread] != e.Kind {
				require.Equal(t, inside[e.Thread], e.Kind)
			}
			inside[e.Thread] = 0
			continue
		}
		if inside[e.Thread] != 0 {
			require.Zero(t, inside[e.Thread], "%v returned without a record", inside[e.Thread])
		}
		if e.Phase == event.Enter {
			inside[e.Thread] = e.Kind
		}
		if counting {
			n[e.Thread]++
		}
	}
	return n
}

// complete checks that nothing that was recorded is missing. A thread counts a
// call before it makes it, and the call is recorded before it is forwarded: of
// c calls counted, the first c-1 have returned, so the log has c-1 or c.
// The log is run.log, or in the given folders.
func (b *busy) complete(t *testing.T, folders ...string) {
	t.Helper()
	if len(folders) == 0 {
		folders = []string{filepath.Join(b.dir, "run.log")}
	}
	l, err := logdir.Open(folders[0], folders[1:]...)
	require.NoError(t, err)
	defer l.Close()
	require.Len(t, l.Ranks(), busyRanks)
	for _, r := range l.Ranks() {
		n := entered(t, r)
		end := r.End()
		require.Empty(t, end.Damage)
		require.Zero(t, end.Lost)
		for thread, have := range n {
			counted := b.word(r.Rank, 1+thread)
			require.Contains(t, []int64{counted - 1, counted}, have, "rank %d, thread %d", r.Rank, thread)
		}
	}
}

// busyProgram compiles testdata/busy.c.
func busyProgram(t *testing.T, m *MPI, root string) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "busy")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "busy.c"), bin))
	return bin
}

// TestKillAnywhere: one rank, all ranks or mpiexec are killed at random
// moments of a busy run. Every call made before is in the log, and the report
// says that the ranks were killed.
func TestKillAnywhere(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	victims := []struct {
		name string
		kill func(t *testing.T, b *busy, r *rand.Rand)
	}{
		{"rank", func(t *testing.T, b *busy, r *rand.Rand) { b.kill(t, r.IntN(busyRanks), syscall.SIGKILL) }},
		{"ranks", func(t *testing.T, b *busy, _ *rand.Rand) {
			for rank := range busyRanks {
				b.kill(t, rank, syscall.SIGKILL)
			}
		}},
		{"mpiexec", func(t *testing.T, b *busy, _ *rand.Rand) { require.NoError(t, b.cmd.Process.Kill()) }},
	}
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := busyProgram(t, m, root)
			for moment := range killMoments(t) {
				r := rand.New(rand.NewPCG(uint64(moment), 0xdead))
				victim := victims[moment%len(victims)]
				slots := []int{2048, 16384}[r.IntN(2)]
				after := time.Duration(r.IntN(200_000)) * time.Microsecond
				t.Run(fmt.Sprintf("%d-%s-%v", moment, victim.name, after), func(t *testing.T) {
					b := startBusy(t, m, Launch{Binary: bin, Preload: preload, Env: []string{fmt.Sprint("GOMARMOT_RING_SLOTS=", slots)}})
					time.Sleep(after) // the moment itself
					victim.kill(t, b, r)
					b.wait(t)
					b.complete(t)
					killed(t, gomarmot, b)
				})
			}
		})
	}
}

// killed: the report says so of all ranks, with no finding but the note on
// how they ended.
func killed(t *testing.T, gomarmot string, b *busy) {
	t.Helper()
	r, code, err := ReadReport(gomarmot, filepath.Join(b.dir, "run.log"))
	require.NoError(t, err)
	require.Zero(t, code)
	require.False(t, r.Complete)
	require.Len(t, r.Ends, busyRanks)
	for _, e := range r.Ends {
		require.Equal(t, report.Killed, e.How, "rank %d", e.Rank)
	}
	for _, f := range r.Findings {
		require.Equal(t, "TOOL003", f.RuleID, f.Message)
	}
}
