package main

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// selfVar makes the test program act as gomarmot.
const selfVar = "GOMARMOT_TEST_SELF"

func TestMain(m *testing.M) {
	if os.Getenv(selfVar) != "" {
		defer func() {
			text, _ := os.ReadFile("/proc/self/status")
			_, rest, _ := strings.Cut(string(text), "VmHWM:")
			fmt.Fprintln(os.Stderr, "peak", strings.Fields(rest)[0])
		}()
		heap := collectSeldom()
		defer runtime.KeepAlive(heap)
		a := &app{out: os.Stdout, err: os.Stderr, check: checkLog}
		fmt.Fprintln(os.Stderr, "exit", a.run(os.Args[1:]))
		return
	}
	os.Exit(m.Run())
}

// runSelf runs gomarmot in a separate process and returns its output, exit code
// and peak memory in MB. budget is the value of the setting, or empty.
func runSelf(t *testing.T, budget string, args ...string) (out string, code, peak int) {
	t.Helper()
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), selfVar+"=1", "GOMARMOT_MEMORY="+budget)
	var b bytes.Buffer
	cmd.Stdout, cmd.Stderr = &b, &b
	require.NoError(t, cmd.Run(), b.String())
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	n := len(lines)
	require.Greater(t, n, 1)
	code, _ = strconv.Atoi(strings.TrimPrefix(lines[n-2], "exit "))
	peak, _ = strconv.Atoi(strings.TrimPrefix(lines[n-1], "peak "))
	return strings.Join(lines[:n-2], "\n"), code, peak >> 10
}

// bombLog is the log of a run, with ranks that a test fills in.
type bombLog struct {
	t    *testing.T
	path string
	size int
}

func newBomb(t *testing.T, size int) *bombLog {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.log")
	f, err := logdir.Create(path, logdir.Run{ID: "r", Size: size})
	require.NoError(t, err)
	require.NoError(t, f.Close())
	return &bombLog{t, path, size}
}

func (b *bombLog) rank(rank int, fill func(w *segment.Writer)) {
	b.t.Helper()
	w, err := segment.Create(logdir.SegmentName(logdir.Dir(b.path), rank), segment.Header{
		Run: "r", Rank: rank, Size: b.size, Flavour: "mpich", Standard: "4.0", Ticks: segment.Calibration{PerSecond: 1e9},
	})
	require.NoError(b.t, err)
	world := event.Event{Kind: event.Predef, N: 3, A: [event.MaxWords]int64{int64(calls.ClassComm), 10, int64(calls.PredefByName("MPI_COMM_WORLD").ID)}}
	require.NoError(b.t, w.Append(&world))
	if fill != nil {
		fill(w)
	}
	require.NoError(b.t, w.SetState(segment.Finalized))
	require.NoError(b.t, w.Close())
}

// repeat writes a record n times, each time with a change.
func repeat(t *testing.T, w *segment.Writer, n int, e event.Event, change func(e *event.Event, i int)) {
	e.Seq = 1
	for i := range n {
		change(&e, i)
		e.Time += 7
		require.NoError(t, w.Append(&e))
		e.Seq++
	}
}

// both is a call with an enter and a leave record that gives back handles.
func both(t *testing.T, w *segment.Writer, n int, enter, leave event.Event, change func(enter, leave *event.Event, i int)) {
	enter.Phase, leave.Phase, leave.Kind = event.Enter, event.Leave, enter.Kind
	for i := range n {
		change(&enter, &leave, i)
		enter.Time, leave.Time = uint64(20*i), uint64(20*i+10)
		enter.Seq, leave.Seq = uint32(2*i+1), uint32(2*i+2)
		require.NoError(t, w.Append(&enter))
		require.NoError(t, w.Append(&leave))
	}
}

// TestBombs: small logs that expand to huge ones. Whatever the command says about
// them, its memory stays in proportion to the files.
func TestBombs(t *testing.T) {
	// Most have a small budget, for which small bombs are enough.
	const n = 200_000
	usual := []string{"size of the header", "ranks with module tables", "200 ranks with blobs"}
	handles := func(kind calls.Kind, in ...int64) func(t *testing.T, w *segment.Writer) {
		return func(t *testing.T, w *segment.Writer) {
			enter := event.Event{Kind: kind, N: uint8(len(in))}
			copy(enter.A[:], in)
			leave := event.Event{N: 8, A: [event.MaxWords]int64{0, 1000, 8, 0, 8, 0, 8, 0}}
			both(t, w, n, enter, leave, func(_, l *event.Event, i int) { l.A[1] = int64(1000 + i) })
		}
	}
	text := func(n int) []byte { return append(wordsOf(int64(n)), bytes.Repeat([]byte("x"), n)...) }
	one := map[string]func(t *testing.T, w *segment.Writer){
		"communicators": handles(calls.CommDup, 10),
		"datatypes":     handles(calls.TypeContiguous, 4, 20),
		"operations":    handles(calls.OpCreate, 1, 1),
		"groups":        handles(calls.CommGroup, 10),
		"infos":         handles(calls.InfoCreate),
		"requests":      handles(calls.Ibarrier, 10),
		"windows":       handles(calls.WinCreate, 0, 8, 1, 0, 10),
		"memory":        handles(calls.AllocMem, 8, 0),
		"stray calls": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Stray, N: 2, A: [event.MaxWords]int64{int64(calls.CommSize), 1}}
			repeat(t, w, 2*n, e, func(*event.Event, int) {})
		},
		"predefined handles": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Predef, N: 8, A: [event.MaxWords]int64{int64(calls.ClassDatatype), 0, int64(calls.PredefByName("MPI_DOUBLE").ID), 8, 0, 8, 0, 8}}
			repeat(t, w, 2*n, e, func(e *event.Event, i int) { e.A[1], e.A[3] = int64(1000+i), int64(i) })
		},
		"probes": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Probe, N: 3, A: [event.MaxWords]int64{int64(calls.ClassWin), 0, 1}}
			repeat(t, w, 2*n, e, func(e *event.Event, i int) { e.A[1] = int64(i + 1) })
		},
		"threads": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: calls.CommSize, N: 2, A: [event.MaxWords]int64{10, 0}}
			repeat(t, w, 65_536, e, func(e *event.Event, i int) { e.Thread, e.Seq = uint16(i), 0 })
		},
		"stacks": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Stack, N: 1, Blob: append(wordsOf(10_000), make([]byte, 80_008)...)}
			repeat(t, w, 1_000, e, func(e *event.Event, i int) { e.A[0] = int64(i) })
		},
		"Python functions": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Python, N: 1, Blob: append(text(8<<20), text(8)...)}
			repeat(t, w, 20, e, func(e *event.Event, i int) { e.A[0] = int64(i) })
		},
		"info keys": func(t *testing.T, w *segment.Writer) {
			enter := event.Event{Kind: calls.InfoSet, N: 3, A: [event.MaxWords]int64{20}, Blob: append(text(1<<20), text(1<<20)...)}
			create := event.Event{Kind: calls.InfoCreate}
			both(t, w, 1, create, event.Event{N: 2, A: [event.MaxWords]int64{0, 20}}, func(_, _ *event.Event, _ int) {})
			both(t, w, 60, enter, event.Event{N: 1}, func(e, _ *event.Event, i int) { e.Blob[9], e.Blob[10] = byte(i), byte(i>>8) })
		},
		"module tables": func(t *testing.T, w *segment.Writer) {
			for i := range 10 {
				require.NoError(t, w.Meta(segment.MetaModules, manyModules(20_000, i)))
			}
		},
		"descriptions": func(t *testing.T, w *segment.Writer) {
			for range 10 {
				require.NoError(t, w.Meta("x", strings.Repeat("x", 3<<20)))
			}
		},
		"blobs": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: calls.TypeIndexed, Phase: event.Enter, N: 5, Blob: append(wordsOf(2_000_000), make([]byte, 16_000_000)...)}
			repeat(t, w, 60, e, func(e *event.Event, i int) { e.Thread, e.Seq = uint16(i), 0 })
		},
		"groups with many members": func(t *testing.T, w *segment.Writer) {
			both(t, w, 5000, event.Event{Kind: calls.CommGroup, N: 1, A: [event.MaxWords]int64{10}}, event.Event{N: 2}, func(_, l *event.Event, i int) {
				l.A[1], l.Blob = int64(1000+i), wordsOf(-1, int64(-i), 1, 60_000)
			})
		},
		"a lost count": func(t *testing.T, w *segment.Writer) {
			e := event.Event{Kind: event.Lost, N: 1}
			repeat(t, w, 3, e, func(e *event.Event, i int) { e.A[0] = []int64{-5, math.MinInt64, math.MaxInt64}[i] })
		},
	}
	logs := map[string]func(t *testing.T) string{
		"size of the header": func(t *testing.T) string {
			b := newBomb(t, segment.MaxSize)
			b.rank(0, nil)
			return b.path
		},
		"ranks with module tables": func(t *testing.T) string {
			b := newBomb(t, 50)
			for rank := range 50 {
				b.rank(rank, func(w *segment.Writer) { require.NoError(t, w.Meta(segment.MetaModules, manyModules(12_000, rank))) })
			}
			return b.path
		},
		"200 ranks with blobs": func(t *testing.T) string {
			b := newBomb(t, 200)
			e := event.Event{Kind: calls.TypeIndexed, Phase: event.Enter, N: 5, Blob: append(wordsOf(2_000_000), make([]byte, 16_000_000)...)}
			for rank := range 200 {
				b.rank(rank, func(w *segment.Writer) { repeat(t, w, 1, e, func(*event.Event, int) {}) })
			}
			return b.path
		},
		"sparse elsewhere":  func(t *testing.T) string { return sparse(t, "elsewhere", nil) },
		"sparse job":        func(t *testing.T) string { return sparse(t, "job", nil) },
		"sparse late calls": func(t *testing.T) string { return sparse(t, "rank-00000.late", nil) },
		"sparse ring":       func(t *testing.T) string { return sparse(t, "rank-00000.t000.ring", fullRing()) },
		"/dev/zero as job": func(t *testing.T) string {
			b := newBomb(t, 1)
			b.rank(0, nil)
			require.NoError(t, os.Symlink("/dev/zero", filepath.Join(b.path+".d", "job")))
			return b.path
		},
		"late calls": func(t *testing.T) string {
			b := newBomb(t, 1)
			b.rank(0, nil)
			line := fmt.Sprintf("%d 0x1234\n", calls.CommSize)
			require.NoError(t, os.WriteFile(logdir.LateName(b.path+".d", 0), []byte(strings.Repeat(line, 1_000_000)), 0o600))
			return b.path
		},
	}
	for name, fill := range one {
		logs[name] = func(t *testing.T) string {
			b := newBomb(t, 1)
			b.rank(0, func(w *segment.Writer) { fill(t, w) })
			return b.path
		}
	}
	// Listing keeps little of a log, so only single large objects are listed here.
	all := []string{"blobs", "stacks", "predefined handles", "200 ranks with blobs", "ranks with module tables", "sparse ring", "a lost count"}
	for name, build := range logs {
		t.Run(name, func(t *testing.T) {
			path := build(t)
			commands := [][]string{{"report", "-o", path + ".html", path}}
			if slices.Contains(all, name) {
				commands = append(commands, []string{"log", "info", path}, []string{"log", "events", path})
			}
			budget, bound := "16", 120 // MB
			if slices.Contains(usual, name) {
				budget, bound = "", 1200
			}
			for _, args := range commands {
				out, code, peak := runSelf(t, budget, args...)
				t.Logf("%s: exit %d, %d MB: %.200s", args[0]+" "+args[1], code, peak, out)
				assert.LessOrEqual(t, peak, bound*memoryScale, args)
				assert.NotContains(t, out, "internal error")
				assert.NotRegexp(t, `-\d+ records`, out)
				if code == exitFailed { // a sentence, perhaps after an incomplete report
					assert.LessOrEqual(t, strings.Count(out, "gomarmot: "), 2, out)
				}
			}
		})
	}
}

// manyModules returns the module table of a rank, with other addresses than on other ranks.
func manyModules(n, rank int) []segment.Module {
	out := make([]segment.Module, n)
	for i := range out {
		at := uint64(rank<<32 + i<<12)
		out[i] = segment.Module{Start: at, End: at + 4096, Path: fmt.Sprintf("/usr/lib/x86_64-linux-gnu/libsome%d.so", i)}
	}
	return out
}

// sparse is a log with a file of 4 GB that takes no disk space.
func sparse(t *testing.T, name string, head []byte) string {
	t.Helper()
	b := newBomb(t, 1)
	b.rank(0, nil)
	path := filepath.Join(b.path+".d", name)
	require.NoError(t, os.WriteFile(path, head, 0o600))
	require.NoError(t, os.Truncate(path, 4<<30+segment.RingHeaderSize))
	var st unix.Stat_t
	require.NoError(t, unix.Stat(path, &st))
	require.Less(t, st.Blocks, int64(1000), "the file system has no sparse files")
	return b.path
}

// fullRing is the header of a ring that claims that all its slots are published.
func fullRing() []byte {
	b := make([]byte, segment.RingHeaderSize)
	copy(b, segment.RingMagic)
	put := func(at int, v uint32) { copy(b[at:], []byte{byte(v), byte(v >> 8), byte(v >> 16), byte(v >> 24)}) }
	put(8, segment.RingVersion)
	put(12, 1<<26)
	put(64, 1<<26)
	put(72, 1<<26)
	return b
}
