//go:build mpi

package acceptance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// provokeSome are the programs that make test runs; make test-provoke runs all.
var provokeSome = []string{"provoke/send/bug.c", "provoke/send/fixed.c", "provoke/match/bug.c", "provoke/fill/fixed_vector.c", "provoke/rma/bug.c"}

// provoked are the programs that gomarmot provoke is tried on.
func provoked(t *testing.T, root string) []*Program {
	t.Helper()
	var out []*Program
	for _, p := range append(programs(t, root, "provoke/*/*.c"), append(programs(t, root, "provoke/*/*.f90"), programs(t, root, "provoke/*/*.py")...)...) {
		some := false
		for _, name := range provokeSome {
			some = some || strings.Contains(p.Path, name)
		}
		if some || os.Getenv("GOMARMOT_TEST_PROGRAMS") == "all" {
			out = append(out, p)
		}
	}
	return out
}

// provokeWork is a folder with the program.
func provokeWork(t *testing.T, m *MPI, p *Program) (w work, command []string) {
	t.Helper()
	_, _, gomarmot := setup(t)
	w = work{m: m, dir: t.TempDir(), gomarmot: gomarmot}
	command = append(append([]string{}, m.Mpiexec...), "-n", fmt.Sprint(p.Ranks))
	if filepath.Ext(p.Path) == ".py" {
		return w, append(command, "/usr/bin/python3", p.Path)
	}
	require.NoError(t, m.Compile(p.Path, filepath.Join(w.dir, "app")))
	return w, append(command, "./app")
}

// TestProvoke: gomarmot provoke finds the fault that a plain run does not show, and is silent on the correct twin.
func TestProvoke(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	for i := range MPIs {
		for _, p := range provoked(t, root) {
			m := &MPIs[i]
			if filepath.Ext(p.Path) == ".py" {
				python := pythonMPI()
				m = &python
			}
			if i > 0 && filepath.Ext(p.Path) == ".py" {
				continue // Debian's mpi4py is built for Open MPI
			}
			t.Run(m.Name+"/"+p.Name()+filepath.Ext(p.Path), func(t *testing.T) {
				if why := p.Skip[m.Name]; why != "" {
					t.Skip(why)
				}
				t.Parallel()
				w, command := provokeWork(t, m, p)
				e := w.run(append(provokeArgs(p), command...)...)
				judgeProvoked(t, p, e)
			})
		}
	}
}

// provokeArgs are the flags for a program. For programs whose result depends on which rank comes first, a warning
// counts, too.
func provokeArgs(p *Program) []string {
	if p.provoked == "" {
		return []string{"provoke", "--"}
	}
	args := []string{"provoke", "--fail-on", "warning"}
	if p.Name() == "provoke/match/bug_ten" { // three ranks and ten receives
		args = append(args, "--runs", "20")
	}
	return append(args, "--")
}

func judgeProvoked(t *testing.T, p *Program, e ended) {
	t.Helper()
	if p.provoked == "" {
		assert.NotContains(t, e.err, "PROV0")
		assert.Zero(t, e.code, e.err)
		return
	}
	assert.Equal(t, 1, e.code, e.err)
	assert.Regexp(t, "(ERROR|WARNING) ("+p.provoked+") ", e.err)
	assert.Regexp(t, `The\s+standard\s+allows\s+that:`, e.err)
}

// TestProvokeAgain repeats a run, and refuses a damaged plan.
func TestProvokeAgain(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	m := &MPIs[0]
	p := programs(t, root, "provoke/fill/bug.c")[0]
	w, command := provokeWork(t, m, p)
	e := w.run(append([]string{"provoke", "--only", "fill", "--runs", "1", "-o", "report.json", "--"}, command...)...)
	require.Equal(t, 1, e.code, e.err)
	again := []string{"provoke", "--again", "2", "--"}
	var r struct{ Findings []struct{ Repeat string } }
	text, err := os.ReadFile(filepath.Join(w.dir, "report.json"))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &r))
	assert.Equal(t, "gomarmot "+strings.Join(append(again, command...), " "), r.Findings[0].Repeat)
	e = w.run(append(again, command...)...)
	assert.Zero(t, e.code, e.err)
	assert.Contains(t, e.out, "old 2139062143, new 5")
	plan := filepath.Join(w.dir, "provoke.d", "run-002", "plan")
	require.NoError(t, os.WriteFile(plan, []byte("gomarmot-provoke 1\nfill rank=* call=MPI_Nothing at=*\nend\n"), 0o600))
	e = w.run(append([]string{"provoke", "--again", "2", "--"}, command...)...)
	assert.Equal(t, 2, e.code)
	assert.Contains(t, e.err, "is damaged, or belongs to another version of gomarmot")
	require.NoError(t, os.WriteFile(plan, []byte("gomarmot-provoke 1\nfill rank=* call=* at=other+12 count=*\nend\n"), 0o600))
	e = w.run(append([]string{"provoke", "--again", "2", "--"}, command...)...)
	assert.Zero(t, e.code, e.err)
	assert.Contains(t, e.err, "nothing was forced")
	e = w.run(append([]string{"provoke", "--again", "9", "--"}, command...)...)
	assert.Equal(t, 2, e.code)
	assert.Contains(t, e.err, "there is no plan")
}

// TestProvokeSaysWhatItCannotCompare: a program that fails, output that differs each time, a directory that gomarmot
// did not make, and unknown kinds.
func TestProvokeSaysWhatItCannotCompare(t *testing.T) {
	t.Parallel()
	m := &MPIs[0]
	w := compiled(t, m, "acceptance", "testdata", "leave.c")
	mpiexec := append(append([]string{}, m.Mpiexec...), "-n", "2")
	for _, c := range []struct {
		args []string
		code int
		says string
	}{
		{append([]string{"--only", "matsch", "--"}, append(mpiexec, "./app")...), 2, `there is no kind "matsch"`},
		{append([]string{"--"}, append(mpiexec, "false")...), 2, "fails when it is untouched (exit status 1)"},
		{append([]string{"--setup", "exit 3", "--"}, append(mpiexec, "./app")...), 2, "--setup: exit 3 failed"},
		{append([]string{"--runs", "-1", "--"}, append(mpiexec, "./app")...), 2, "--runs must be a number of runs"},
		{append([]string{"--dir", "mine", "--"}, append(mpiexec, "./app")...), 2, "mine is not empty, and gomarmot provoke has not made it"},
		{append([]string{"--"}, append(mpiexec, "sh", "-c", "./app finalize; date +%N")...), 0, "what runs print was not compared"},
	} {
		require.NoError(t, os.MkdirAll(filepath.Join(w.dir, "mine", "work"), 0o755))
		e := w.run(append([]string{"provoke"}, c.args...)...)
		assert.Equal(t, c.code, e.code, e.err)
		assert.Contains(t, strings.Join(strings.Fields(e.err), " "), c.says)
		assert.DirExists(t, filepath.Join(w.dir, "mine", "work"))
	}
}

// TestProvokeInterrupted: the report counts the choices that were tried until then.
func TestProvokeInterrupted(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	m := &MPIs[1]
	p := programs(t, root, "provoke/match/fixed_ten.c")[0]
	w, command := provokeWork(t, m, p)
	cmd := w.command(append([]string{"provoke", "--"}, command...)...)
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	require.NoError(t, cmd.Start())
	third := filepath.Join(w.dir, "provoke.d", "run-003", "run.log.d")
	require.Eventually(t, func() bool { _, err := os.Stat(third); return err == nil }, time.Minute, 10*time.Millisecond)
	require.NoError(t, cmd.Process.Signal(syscall.SIGINT))
	_ = cmd.Wait() // the exit code is checked below
	assert.Equal(t, 130, cmd.ProcessState.ExitCode(), said.String())
	assert.Contains(t, said.String(), "gomarmot provoke tried 1 of ")
}

// TestProvokeSecondRunHangs: a program that hangs without being forced is not waited for.
func TestProvokeSecondRunHangs(t *testing.T) {
	t.Parallel()
	m := &MPIs[1]
	w := compiled(t, m, "acceptance", "testdata", "second.c")
	e := w.run(append(append([]string{"provoke", "--"}, m.Mpiexec...), "-n", "2", "./app")...)
	assert.Equal(t, 2, e.code, e.err)
	assert.Contains(t, strings.Join(strings.Fields(e.err), " "), "came to its end in one untouched run, and not in another")
}

// TestProvokeFirstRunHangs: a program that hangs whenever it runs is ended, and a message says where to look for the
// reason.
func TestProvokeFirstRunHangs(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	for i := range MPIs {
		w, command := provokeWork(t, &MPIs[i], programs(t, root, "buggy/HANG001/bug.c")[0])
		e := w.run(append([]string{"provoke", "--"}, command...)...)
		assert.Equal(t, 2, e.code, e.err)
		assert.Contains(t, strings.Join(strings.Fields(e.err), " "), "hangs when it is untouched")
		report := w.run("report", filepath.Join("provoke.d", "run-000", "run.log"))
		assert.Contains(t, report.out+report.err, "HANG001")
	}
}

// TestProvokeReports: findings of forced runs are in reports of all formats, and runs beside each other find the same.
func TestProvokeReports(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	m := &MPIs[1]
	w, command := provokeWork(t, m, programs(t, root, "provoke/fill/bug.c")[0])
	args := []string{"provoke", "--only", "fill", "--jobs", "2"}
	files := []string{"r.sarif", "r.xml", "r.json", "r.html", "r.md"}
	for _, file := range files {
		args = append(args, "-o", file)
	}
	e := w.run(append(append(args, "--"), command...)...)
	require.Equal(t, 1, e.code, e.err)
	for _, file := range files {
		text, err := os.ReadFile(filepath.Join(w.dir, file))
		require.NoError(t, err)
		assert.Contains(t, string(text), "PROV003", file)
		assert.Contains(t, string(text), "2139062143", file)
	}
}
