package acceptance

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestSameBehaviour: however a program ends, mpiexec's exit status and the lines
// from the ranks are the same as without gomarmot.
func TestSameBehaviour(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	source := filepath.Join(root, "acceptance", "testdata", "ends.c")
	ends := []string{"finalize", "nowindow", "signal", "exit", "_exit", "abort", "mpi_abort", "segv", "return", "late"}
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			bin := filepath.Join(t.TempDir(), "ends")
			require.NoError(t, m.Compile(source, bin))
			for _, how := range ends {
				t.Run(how, func(t *testing.T) {
					dir := t.TempDir()
					l := Launch{Binary: bin, Args: []string{how}, Ranks: 2, Dir: dir, Timeout: time.Minute}
					run := func(preload string) Outcome {
						l.Preload = preload
						return m.Run(l)
					}
					// After an abort, the rank whose status mpiexec returns, and the output of the ranks that it still
					// passes on, may differ from run to run.
					without, with := UntilAlike(&again, t.Name(),
						func() Outcome { return run("") }, func() Outcome { return run(preload) },
						func(a, b Outcome) bool {
							return a.Exit == b.Exit && slices.Equal(lines(a.Output), lines(b.Output)) &&
								backtraces(a.Output) == backtraces(b.Output)
						})
					require.Equal(t, without.Exit, with.Exit, "without:\n%s\nwith:\n%s", without.Output, with.Output)
					require.Equal(t, lines(without.Output), lines(with.Output))
					require.Equal(t, backtraces(without.Output), backtraces(with.Output), "with:\n%s", with.Output)
					_, code, err := ReadReport(gomarmot, filepath.Join(dir, "run.log"))
					require.NoError(t, err)
					require.Zero(t, code, "a correct program has no finding at error level")
				})
			}
		})
	}
}

var madeRE = regexp.MustCompile(`^rank \d+ (makes|gets) `)

// lines returns the lines that the program itself printed, sorted, since ranks print in any order.
func lines(output string) []string {
	var out []string
	for line := range strings.Lines(output) {
		if i := strings.Index(line, "rank "); i >= 0 && madeRE.MatchString(line[i:]) { // a launcher's line may end in it
			out = append(out, line[i:])
		} else if strings.HasPrefix(line, "rank ") || line == "handled\n" {
			out = append(out, line)
		}
	}
	slices.Sort(out)
	return out
}

// backtraces counts the lines by which Open MPI announces a crash.
func backtraces(output string) int { return strings.Count(output, "Process received signal") }

// TestPlainProgram: a program that does not use MPI starts no thread and
// opens no file under LD_PRELOAD, and leaves no log.
func TestPlainProgram(t *testing.T) {
	ofRecorder(t)
	root, preload, _ := setup(t)
	dir := t.TempDir()
	bin := filepath.Join(dir, "plain")
	out, err := Compiler("cc", "-o", bin, filepath.Join(root, "acceptance", "testdata", "plain.c")).CombinedOutput()
	require.NoError(t, err, "%s", out)
	var printed []string
	for _, lib := range []string{"", preload} {
		cmd := exec.Command(bin)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "LD_PRELOAD="+lib)
		text, err := cmd.Output()
		var exit *exec.ExitError
		require.True(t, errors.As(err, &exit))
		require.Equal(t, 11, exit.ExitCode())
		printed = append(printed, string(text))
	}
	require.Equal(t, printed[0], printed[1])
	require.NoFileExists(t, filepath.Join(dir, "run.log"))
}

// TestRotation: an earlier log is kept.
func TestRotation(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	m := &MPIs[0]
	dir := t.TempDir()
	bin := filepath.Join(dir, "ends")
	require.NoError(t, m.Compile(filepath.Join(root, "acceptance", "testdata", "ends.c"), bin))
	for range 3 {
		o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
		require.Zero(t, o.Exit, o.Output)
	}
	logs, err := filepath.Glob(filepath.Join(dir, "run.log*"))
	require.NoError(t, err)
	read := 0
	for _, log := range logs {
		if strings.HasSuffix(log, ".d") {
			continue
		}
		r, _, err := ReadReport(gomarmot, log)
		require.NoError(t, err, "%v", logs)
		require.True(t, r.Complete)
		read++
	}
	require.Equal(t, 3, read)
}

// TestKilled: all ranks of a busy program are killed; the report counts the recorded calls, and has no finding but the
// note on the ends of the ranks.
func TestKilled(t *testing.T) {
	ofRecorder(t)
	root, preload, gomarmot := setup(t)
	for i := range MPIs {
		m := &MPIs[i]
		t.Run(m.Name, func(t *testing.T) {
			dir := t.TempDir()
			bin := filepath.Join(dir, "app")
			require.NoError(t, m.Compile(filepath.Join(root, "examples", "correct", "halo_fence.c"), bin))
			log := filepath.Join(dir, "run.log")
			for limit := 2 * time.Second; limit < time.Minute; limit *= 2 { // on a busy machine no rank may have begun yet
				m.Run(Launch{Binary: bin, Args: []string{"100000000"}, Ranks: 2, Dir: dir, Preload: preload, Timeout: limit})
				if _, err := os.Stat(log); err == nil {
					break
				}
			}
			r, code, err := ReadReport(gomarmot, log)
			require.NoError(t, err)
			require.Zero(t, code)
			require.False(t, r.Complete)
			for _, f := range r.Findings {
				require.Equal(t, "TOOL003", f.RuleID, f.Message)
			}
		})
	}
}
