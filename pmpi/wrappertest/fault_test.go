package wrappertest

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/runtime/segment"
)

// faults are the faults of runtime/fault_on.go: the number, the expected
// message, the limit that it needs, and whether Go prints a trace before.
var faults = []struct {
	kind, says, limit string
	traced            bool
}{
	{"1001", "sabotage", "", false},
	{"1002", "nil pointer", "", false},
	{"1003", "divide by zero", "", false},
	{"1004", "index out of range", "", false},
	{"1005", "fault in the checker", "", false},
	{"1006", "no more memory for the checker", "--as=8000000000", false},
	{"1008", "the Go runtime gave up", "", false},
	{"1009", "the Go runtime gave up", "", true}, // no more stack
	{"1010", "the Go runtime gave up", "", true}, // no more poller
}

// faulty builds a core that breaks on demand and returns the library to
// preload.
func faulty(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	preload := filepath.Join(dir, "libgomarmot.so")
	library, err := os.ReadFile(built(t, "libgomarmot.so"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(preload, library, 0o600))
	buildCore(t, dir, "faulty")
	return preload
}

// buildCore builds libgomarmot-core.so in dir, as the Makefile does, but with
// tags and the environment env. The Makefile's library is an input of the test: it
// changes with the sources.
func buildCore(t *testing.T, dir, tags string, env ...string) {
	t.Helper()
	built(t, "libgomarmot-core.so")
	cmd := exec.Command("go", "build", "-tags", tags, "-buildmode=c-shared",
		"-ldflags", "-X=runtime.godebugDefault=asyncpreemptoff=1,containermaxprocs=0",
		"-o", filepath.Join(dir, "libgomarmot-core.so"), "../../runtime")
	cmd.Env = append(os.Environ(), env...)
	run(t, cmd)
}

// A fault inside the checker switches it off with a single line, which says which calls
// the log lacks; the program runs to its end.
func TestFaultInsideTheChecker(t *testing.T) {
	t.Parallel()
	programs := map[string]string{"stub": compileStub(t, "fault.c")}
	preload := faulty(t)
	env := []string{"LD_PRELOAD=" + preload, "GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0"}
	for _, mpi := range mpis {
		programs[mpi.name] = compileMPI(t, mpi.cc, "fault.c", "-DREAL_MPI")
		env = append(env, mpi.env...)
	}
	t.Run("no more threads", func(t *testing.T) { noThreads(t, preload, programs["stub"]) })
	for name, program := range programs {
		for _, f := range faults {
			if name == "openmpi" && f.kind != "1002" && f.kind != "1005" {
				continue // Open MPI starts slowly: only the two faults with signals
			}
			t.Run(name+"/"+f.kind+" "+f.says, func(t *testing.T) {
				work := t.TempDir()
				args := []string{program, f.kind}
				if f.limit != "" {
					args = append([]string{"prlimit", f.limit}, args...)
				}
				r := launch(t, work, env, args...)
				assert.Zero(t, r.exit, r.stderr)
				assert.Equal(t, "done\n", r.stdout)
				line := "gomarmot: rank 0: .*" + f.says + ".*; recording stops, this rank's further calls " +
					"are missing from the log, the program goes on\n"
				if f.traced {
					assert.Regexp(t, "(?m)^fatal error: ", r.stderr)
					assert.Regexp(t, "(?m)^"+line, r.stderr)
				} else {
					assert.Regexp(t, "^"+line+"$", r.stderr)
				}
				_, end := events(t, work, 0)
				assert.Equal(t, segment.Off, end.State)
			})
		}
	}
}

// noThreads runs the program where the checker gets no more threads. Root
// knows no such limit, another user does.
func noThreads(t *testing.T, preload, program string) {
	dir := t.TempDir()
	for _, path := range []string{dir, filepath.Dir(program), filepath.Dir(preload)} {
		require.NoError(t, os.Chmod(path, 0o777))
		require.NoError(t, os.Chmod(filepath.Dir(path), 0o755))
	}
	require.NoError(t, os.Chmod(preload, 0o755))
	limited := `n=$(ps -L -u $(id -u) -o lwp= | wc -l); exec prlimit --nproc=$((n + 40)) "$0" 1007`
	args := []string{"/bin/sh", "-c", limited, program}
	if os.Geteuid() == 0 {
		args = append([]string{"setpriv", "--reuid", "54321", "--clear-groups"}, args...)
	}
	r := launch(t, dir, []string{"GOMARMOT_LIVE=0", "GOMARMOT_SUMMARY=0", "LD_PRELOAD=" + preload}, args...)
	assert.Zero(t, r.exit, r.stderr)
	assert.Equal(t, "done\n", r.stdout)
	assert.Regexp(t, "^gomarmot: rank 0: no more threads for the checker; recording stops, .*\n$", r.stderr)
}
