package wrappertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/acceptance"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// live is the environment of a recorded run with rules; the library serves
// several threads.
func live(t *testing.T) []string {
	return []string{"LD_PRELOAD=" + built(t, "libgomarmot.so"), "GOMARMOT_SUMMARY=0", "STUB_THREADS=3"}
}

// judged launches a stub program with rules and returns the program's result, with
// findings made while it ran, and the report.
func judged(t *testing.T, dir string, env []string, args ...string) (result, *report.Report) {
	t.Helper()
	r := launch(t, dir, append(live(t), env...), args...)
	report, _, err := acceptance.ReadReport(built(t, "gomarmot"), filepath.Join(dir, "run.log"))
	require.NoError(t, err)
	return r, report
}

// puts checks the records of the threads of testdata/churn.c: each thread has a number and records of its own, and
// nothing is missing. It returns the displacements of the puts and the number of rings.
func puts(t *testing.T, list []event.Event) (at []int64, rings int) {
	t.Helper()
	type ring struct {
		seq  uint32
		last calls.Kind
	}
	of := map[uint16]*ring{}
	numbers := map[int64]bool{}
	for _, e := range list {
		if e.Thread == 0 {
			continue // has the predefined handles
		}
		r := of[e.Thread]
		if r == nil {
			r = &ring{}
			of[e.Thread] = r
			require.Equal(t, event.Thread, e.Kind)
		}
		require.Equal(t, r.seq, e.Seq, "ring %d", e.Thread)
		r.seq++
		switch e.Kind {
		case event.Thread:
			require.False(t, numbers[e.A[3]], "a thread has a number of its own")
			require.Zero(t, e.A[1])
			numbers[e.A[3]] = true
		case calls.Put:
			require.Equal(t, event.Thread, r.last, "the first call of a thread follows its start")
			at = append(at, e.A[4])
		}
		r.last = e.Kind
	}
	slices.Sort(at)
	return at, len(of)
}

// Threads start and end, in turn or many at once, more than there are indices: each is recorded, rings are reused, and
// no rule reports.
func TestThreadChurn(t *testing.T) {
	program := compileStub(t, "churn.c")
	for _, c := range []struct {
		threads, alive, rest, rings int
		env                         string
	}{
		{70_000, 4, 0, 8, "GOMARMOT_RING_SLOTS=2048"},
		{500, 1, 0, 1, "GOMARMOT_RING_SLOTS="},
		{3000, 700, 0, 700, "GOMARMOT_RING_SLOTS="},
		{500, 200, 250, 200, "GOMARMOT_RING_SLOTS="},
		{1000, 50, 0, 50, "GOMARMOT_LOG=/dev/null/none"}, // rings in memory
	} {
		t.Run(fmt.Sprintf("%d of %d/%s", c.alive, c.threads, c.env), func(t *testing.T) {
			dir := t.TempDir()
			args := []string{program, strconv.Itoa(c.threads), strconv.Itoa(c.alive), "0"}
			if c.rest > 0 {
				args = append(args, strconv.Itoa(c.rest))
			}
			if c.env[:12] == "GOMARMOT_LOG" {
				r := launch(t, dir, append(live(t), c.env), args...)
				assert.Zero(t, r.exit)
				assert.NotContains(t, r.stderr, "error")
				return
			}
			r, report := judged(t, dir, []string{c.env}, args...)
			require.Zero(t, r.exit, r.stderr)
			assert.Empty(t, r.stderr)
			assert.True(t, report.Complete)
			assert.Empty(t, report.Findings)
			list, end := events(t, dir, 0)
			assert.Zero(t, end.Lost)
			at, rings := puts(t, list)
			require.Len(t, at, c.threads)
			for i := range at {
				require.Equal(t, int64(i), at[i])
			}
			assert.LessOrEqual(t, rings, c.rings)
			left, err := filepath.Glob(filepath.Join(dir, "*", "*.ring"))
			require.NoError(t, err)
			assert.Empty(t, left)
		})
	}
}

// A process that is killed while threads start and end has lost nothing, and every record belongs to the right thread.
func TestKilledInThreadChurn(t *testing.T) {
	program := compileStub(t, "churn.c")
	for _, args := range [][]string{{"1", "3"}, {"1", "900"}, {"3", "1400"}, {"20", "25"}, {"20", "2000"}, {"100", "1100"},
		{"100", "450", "400"}} { // after rings were taken away
		t.Run(fmt.Sprint(args), func(t *testing.T) {
			dir := t.TempDir()
			after, err := strconv.Atoi(args[1])
			require.NoError(t, err)
			r := launch(t, dir, preload(t), append([]string{program, "5000"}, args...)...)
			require.Equal(t, "signal: killed", r.signal)
			list, end := events(t, dir, 0)
			assert.Equal(t, segment.Running, end.State)
			assert.Empty(t, end.Damage)
			assert.Zero(t, end.Lost)
			at, _ := puts(t, list)
			assert.Equal(t, at, slices.Compact(slices.Clone(at)), "none comes twice")
			assert.GreaterOrEqual(t, len(at), after)
		})
	}
}

// The same under the real MPIs, to the end and killed.
func TestThreadChurnMPI(t *testing.T) {
	t.Parallel()
	const all, atOnce, killAt = 600, 4, 97
	for _, mpi := range mpis {
		program := filepath.Join(t.TempDir(), "churn")
		run(t, acceptance.Compiler(mpi.cc, "-O1", "-g", "-Wall", "-Wextra", "-Werror", "-o", program,
			filepath.Join("testdata", "churn_mpi.c"), "-lpthread"))
		env := slices.Concat(preload(t), mpi.env, []string{"OMPI_MCA_mpi_yield_when_idle=1", "OMPI_MCA_hwloc_base_binding_policy=none"})
		for _, killed := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/killed %v", mpi.name, killed), func(t *testing.T) {
				dir, args := t.TempDir(), append(slices.Clone(mpi.run), program)
				if killed {
					args = append(args, strconv.Itoa(killAt))
				}
				r := launch(t, dir, env, args...)
				require.Equal(t, killed, r.exit != 0, r.stderr)
				report, _, err := acceptance.ReadReport(built(t, "gomarmot"), filepath.Join(dir, "run.log"))
				require.NoError(t, err)
				assert.Equal(t, !killed, report.Complete)
				for _, f := range report.Findings {
					assert.True(t, killed && f.Severity != rules.Error, f.Message)
				}
				for rank := range 2 {
					list, end := events(t, dir, rank)
					assert.Zero(t, end.Lost)
					assert.Empty(t, end.Damage)
					at, rings := puts(t, list)
					assert.LessOrEqual(t, rings, atOnce)
					want := all
					if killed && rank == 0 {
						continue // its launcher may have ended it at any point
					}
					if killed {
						want = (killAt + 1) * atOnce
					}
					require.Len(t, at, want)
					for i := range at {
						require.Equal(t, int64(i), at[i])
					}
				}
			})
		}
	}
}

// Calls of a thread that got no ring are counted: rules that would miss them are silent, at once and in the report,
// which is incomplete.
func TestThreadWithoutRing(t *testing.T) {
	program := compileStub(t, "ringless.c")
	for _, what := range []string{"unlock", "lock", ""} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			r, report := judged(t, dir, nil, program, what)
			require.Zero(t, r.exit, r.stderr)
			list, end := events(t, dir, 0)
			lost := slices.IndexFunc(list, func(e event.Event) bool { return e.Kind == event.Lost })
			if what == "" {
				assert.Empty(t, r.stderr)
				assert.Empty(t, report.Findings)
				assert.True(t, report.Complete)
				assert.Negative(t, lost)
				return
			}
			assert.False(t, report.Complete)
			require.Len(t, report.Findings, 1)
			assert.Equal(t, "TOOL002", report.Findings[0].RuleID)
			assert.Contains(t, r.stderr, "TOOL002")
			assert.NotContains(t, r.stderr, "error")
			assert.EqualValues(t, 1, end.Lost)
			require.GreaterOrEqual(t, lost, 0)
			assert.EqualValues(t, event.NoThread, list[lost].Thread)
		})
	}
}

// Threads that are cancelled while they write a record leave nothing that looks like missing records.
func TestCancelledAnywhere(t *testing.T) {
	dir := t.TempDir()
	r, report := judged(t, dir, nil, compileStub(t, "threadends.c"), "anywhere")
	require.Zero(t, r.exit, r.stderr) // on a busy machine it may say that there was no time to check all
	assert.True(t, report.Complete)
	assert.Empty(t, report.Findings)
}

// However a thread ends, the next thread takes over its ring, without its state.
func TestThreadEnds(t *testing.T) {
	program := compileStub(t, "threadends.c")
	for what, threads := range map[string][][]int64{
		"cancel":     {{1}, {99}},
		"destructor": {{1, 2}, {99}},
		"fork":       {{1, 2}, {99}},
	} {
		t.Run(what, func(t *testing.T) {
			dir := t.TempDir()
			r, report := judged(t, dir, []string{"STUB_WAITS=1"}, program, what)
			require.Zero(t, r.exit, r.stderr)
			assert.Empty(t, r.stderr)
			assert.True(t, report.Complete)
			assert.Empty(t, report.Findings)
			list, end := events(t, dir, 0)
			assert.Zero(t, end.Lost)
			var got [][]int64
			for _, e := range list {
				switch {
				case e.Thread == 0:
				case e.Kind == event.Thread:
					got = append(got, nil)
				case e.Kind == calls.Put:
					got[len(got)-1] = append(got[len(got)-1], e.A[4])
				}
				assert.LessOrEqual(t, e.Thread, uint16(1))
			}
			assert.Equal(t, threads, got)
		})
	}
}
