//go:build mpi

package acceptance

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// lastLine is the last line of the report that gomarmot run has printed.
func lastLine(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if n := len(lines); strings.Contains(lines[n-1], "exit status") {
		lines = lines[:n-1]
	}
	return lines[len(lines)-1]
}

// TestNextMode: where a rank has crashed, the report ends with the mode that would show more, and the command for
// it, unless that mode was used or the run ended normally.
func TestNextMode(t *testing.T) {
	t.Parallel()
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			w := compiled(t, &MPIs[i], "acceptance", "testdata", "overrun.c")
			r := w.run(w.mpiexec(nil, 2, "overrun")...)
			require.NotZero(t, r.code, r.err)
			heap := "gomarmot run --heap -- " + strings.Join(append(w.start(2), "overrun"), " ")
			require.Regexp(t, `^gomarmot: rank 1 died of SIG(SEGV|ABRT|BUS); to compare buffers with the heap blocks they lie in, `+
				`run: `, lastLine(r.err))
			require.True(t, strings.HasSuffix(lastLine(r.err), ": "+heap), r.err)
			j, _, err := ReadReport(w.gomarmot, filepath.Join(w.dir, "run.log"))
			require.NoError(t, err)
			require.NotNil(t, j.Next)
			const any = "gomarmot run --heap -- mpiexec -n 2 ./app overrun"
			assert.Equal(t, any, j.Next.Command, "the launcher is not in the log")

			r = w.run(w.mpiexec([]string{"--heap"}, 2, "overrun")...)
			require.Contains(t, r.err, "OBJ009")
			require.NotContains(t, r.err, "gomarmot run --heap -- ")
			require.NotContains(t, lastLine(r.err), "died of")

			r = w.run(w.mpiexec(nil, 2)...)
			require.Zero(t, r.code, r.err)
			require.Regexp(t, `^gomarmot: no rule broken `, lastLine(r.err))
		})
	}
}

// TestNextModeFailed: where a program that leaves buffers to MPI fails, and no rule is broken, the report ends with the mode
// that sees its loads and stores. That mode finds the fault.
func TestNextModeFailed(t *testing.T) {
	t.Parallel()
	const want = "gomarmot: the program failed although no rule is broken; to see the program's own stores, and compare buffers with " +
		"its variables, compile with: gomarmot cc -- mpicc -g"
	for i := range MPIs {
		t.Run(MPIs[i].Name, func(t *testing.T) {
			w := compiled(t, &MPIs[i], "acceptance", "testdata", "early_read.c")
			for _, how := range []string{"return", "abort"} {
				r := w.run(w.mpiexec(nil, 2, how, "early")...)
				require.NotZero(t, r.code)
				require.Equal(t, want, lastLine(r.err), r.err)
				r = w.run(w.mpiexec(nil, 2, how, "blocking")...)
				require.NotZero(t, r.code)
				require.NotContains(t, r.err, "although", "nothing was left to MPI")
			}
			r := w.run(w.mpiexec(nil, 2, "ok")...)
			require.Zero(t, r.code, r.err)
			require.NotContains(t, r.err, "although")

			root, _, gomarmot := setup(t)
			source := filepath.Join(root, "acceptance", "testdata", "early_read.c")
			require.NoError(t, compiles("early_read.c", gomarmot, "cc", "--", w.m.cc, "-g", "-o", filepath.Join(w.dir, "app"), source))
			r = w.run(w.mpiexec(nil, 2, "return", "early")...)
			require.Contains(t, r.err, "ERROR RACE006")
			require.NotContains(t, r.err, "although no rule")
		})
	}
}

// TestNextModeDigest: where a digest shows that a buffer has changed, the report ends with the mode that names the
// line, unless the program is compiled in that mode.
func TestNextModeDigest(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	source := filepath.Join(root, "examples", "buggy", "RACE006", "bug_digest.c")
	bin := filepath.Join(t.TempDir(), "app")
	require.NoError(t, m.Compile(source, bin))
	l := Launch{Binary: bin, Ranks: 2, Dir: t.TempDir(), Preload: preload, Timeout: time.Minute}
	l.Env = []string{"GOMARMOT_DIGEST=64K"}
	o := m.Run(l)
	require.Zero(t, o.Exit, o.Output)
	const want = "gomarmot: RACE006 does not name the line that changes the buffer; to see the program's own stores, and " +
		"compare buffers with its variables, compile with: gomarmot cc -- mpicc -g\n"
	assert.Contains(t, o.Output, want)
	_, out, _ := reportOn(t, gomarmot, filepath.Join(o.Dir, "run.log"))
	assert.True(t, strings.HasSuffix(out, "\n"+want), out)

	require.NoError(t, compiles("bug_digest.c", gomarmot, "cc", "--", m.cc, "-g", "-o", bin, source))
	l.Dir, l.Env = t.TempDir(), nil
	o = m.Run(l)
	require.Zero(t, o.Exit, o.Output)
	_, out, _ = reportOn(t, gomarmot, filepath.Join(o.Dir, "run.log"))
	assert.Contains(t, out, "RACE006")
	assert.NotContains(t, out, "compile with: gomarmot cc")
}
