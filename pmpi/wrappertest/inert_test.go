package wrappertest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A process that does not use MPI has no additional thread or file.
func TestInertWithoutMPI(t *testing.T) {
	script := `grep Threads /proc/self/status; ls /proc/self/fd | wc -l`
	plain := launch(t, t.TempDir(), nil, "/bin/sh", "-c", script)
	dir := t.TempDir()
	with := launch(t, dir, preload(t), "/bin/sh", "-c", script)
	assert.Equal(t, plain, with)
	assert.Contains(t, with.stdout, "Threads:\t1\n")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// GOMARMOT_DISABLE leaves the program alone.
func TestDisabled(t *testing.T) {
	dir := t.TempDir()
	r := launch(t, dir, append(preload(t), "GOMARMOT_DISABLE=1"), compileStub(t, "records.c"))
	assert.Zero(t, r.exit)
	assert.Empty(t, r.stderr)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// Whatever keeps gomarmot from working costs a line of output, never the program.
func TestTheProgramRunsAllTheSame(t *testing.T) {
	program := compileStub(t, "flood.c")
	alone := filepath.Join(t.TempDir(), "libgomarmot.so")
	library, err := os.ReadFile(built(t, "libgomarmot.so"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(alone, library, 0o600))
	run := "exec " + program + " 2 1000"
	for name, c := range map[string]struct {
		env    []string
		script string
		says   string
	}{
		"no core":             {[]string{"LD_PRELOAD=" + alone}, run, "cannot load the checker"},
		"no folder":           {append(preload(t), "GOMARMOT_LOG=/no/such/folder/run.log"), run, "cannot write /no/such/folder/run.log"},
		"name too long":       {append(preload(t), "GOMARMOT_LOG="+strings.Repeat("x", 4000)), run, "File name too long"},
		"little memory":       {preload(t), "ulimit -v 1500000; " + run, "address space limit"},
		"small files only":    {preload(t), "ulimit -f 1; " + run, "the program goes on"},
		"closed error stream": {append(preload(t), "GOMARMOT_LOG=/no/such/folder/run.log"), run + " 2>&-", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			r := launch(t, dir, c.env, "/bin/sh", "-c", c.script)
			assert.Zero(t, r.exit, r.stderr)
			assert.Contains(t, r.stderr, c.says)
		})
	}
}

// An earlier log is moved, and a running job's log is left alone.
func TestRotation(t *testing.T) {
	dir := t.TempDir()
	program := compileStub(t, "records.c")
	for range 3 {
		r := launch(t, dir, preload(t), program)
		require.Empty(t, r.stderr)
	}
	for _, name := range []string{"run.log", "run.log.d", "run.log.1", "run.log.1.d", "run.log.2", "run.log.2.d"} {
		info, err := os.Stat(filepath.Join(dir, name))
		require.NoError(t, err)
		assert.Zero(t, info.Mode().Perm()&0o077, name)
	}
}

// A finding that is not read must not end the program with SIGPIPE.
func TestUnreadErrorStream(t *testing.T) {
	dir := t.TempDir()
	program := compileStub(t, "fault.c") // flushes without a lock
	r := launch(t, dir, []string{"LD_PRELOAD=" + built(t, "libgomarmot.so")}, "/bin/sh", "-c",
		"{ sleep 0.2; "+program+" >out; echo $? >exit; } 2>&1 | true; until [ -s exit ]; do sleep 0.05; done; cat out exit; "+
			"grep -c LOCK004 run.log")
	assert.Equal(t, "done\n0\n1\n", r.stdout)
}

// A program that closes its error stream, and has a file under its number,
// finds nothing of gomarmot's in that file.
func TestErrorStreamReused(t *testing.T) {
	r := launch(t, t.TempDir(), []string{"LD_PRELOAD=" + built(t, "libgomarmot.so")}, compileStub(t, "reused.c"))
	assert.Zero(t, r.exit)
	assert.Empty(t, r.stderr)
}

// Floating-point traps of the program are neither raised nor turned off.
func TestFloatingPointTraps(t *testing.T) {
	r := launch(t, t.TempDir(), preload(t), compileStub(t, "traps.c"))
	assert.Zero(t, r.exit, r.signal)
	assert.Equal(t, "unchanged\n", r.stdout)
	assert.Empty(t, r.stderr)
}
