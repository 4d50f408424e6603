package acceptance

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// launcherFile is the only file that gomarmot opens and maps in a process
// that does not use MPI.
const launcherFile = "libgomarmot.so"

// TestLauncherCalls: commands that do not use MPI make the same system calls as without gomarmot, and the calls that
// load the library.
func TestLauncherCalls(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	trace := filepath.Join(t.TempDir(), "trace")
	out, err := Compiler("cc", "-O1", "-Wall", "-o", trace, filepath.Join(root, "acceptance", "testdata", "trace.c")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, command := range [][]string{
		{"/bin/true"}, {"/bin/sh", "-c", "true; echo x | cat; (exit 3)"}, {"/bin/bash", "-c", "trap : USR1; kill -USR1 $$; ls | wc -l"},
	} {
		t.Run(strings.Join(command, " "), func(t *testing.T) {
			calls := func(env string) []string {
				cmd := exec.Command(trace, command...)
				cmd.Dir = t.TempDir()
				cmd.Env = append(os.Environ(), env)
				var stderr strings.Builder
				cmd.Stderr = &stderr
				_ = cmd.Run() // the exit status is that of the traced command
				lines := slices.Sorted(strings.Lines(stderr.String()))
				require.NotEmpty(t, lines)
				return lines
			}
			without := calls("LD_PRELOAD=")
			with := calls("TRACE_PRELOAD=" + preload)
			own := "open " + preload + "\n"
			require.Contains(t, with, own)
			assert.Equal(t, without, slices.DeleteFunc(with, func(line string) bool { return line == own }))
		})
	}
}

// TestLauncherProcesses: mpiexec and the processes that it starts have the same threads, files and mappings as without
// gomarmot, and the library's mappings.
func TestLauncherProcesses(t *testing.T) {
	passes.skip(t)
	root, preload, _ := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "ancestors")
			out, err := Compiler("cc", "-Wall", "-o", bin, filepath.Join(root, "acceptance", "testdata", "ancestors.c")).CombinedOutput()
			require.NoError(t, err, "%s", out)
			l := Launch{Binary: bin, Args: []string{strconv.Itoa(os.Getpid())}, Ranks: 1, Dir: dir, Timeout: time.Minute}
			look := func(preload string) []string {
				l.Preload = preload
				o := m.Run(l)
				require.Zero(t, o.Exit, o.Output)
				o.Output = regexp.MustCompile(`/tmp/.*\d+`).ReplaceAllString(o.Output, "") // named after processes
				return slices.Sorted(strings.Lines(o.Output))
			}
			ours := func(line string) bool { return strings.HasSuffix(line, "/"+launcherFile+"\n") }
			watched := func() []string {
				lines := look(preload)
				require.True(t, slices.ContainsFunc(lines, ours))
				return slices.DeleteFunc(lines, ours)
			}
			// The launcher may be at another point of its work.
			without, with := UntilAlike(&again, t.Name(), func() []string { return look("") }, watched, slices.Equal[[]string])
			assert.Equal(t, without, with)
			assert.NoFileExists(t, filepath.Join(dir, "run.log"))
		})
	}
}
