package acceptance

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// reportOn runs gomarmot report on a path.
func reportOn(t *testing.T, gomarmot, path string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(gomarmot, "report", path)
	cmd.Stdout, cmd.Stderr = &out, &errs
	_ = cmd.Run() // the exit code says it
	return cmd.ProcessState.ExitCode(), out.String(), errs.String()
}

// sentence fails unless the text is one line that names the path.
func sentence(t *testing.T, text, path string) {
	t.Helper()
	require.True(t, strings.HasPrefix(text, "gomarmot: "), text)
	require.Equal(t, 1, strings.Count(text, "\n"), text)
	require.Contains(t, text, path)
}

// smallLog runs a program and returns its log.
func smallLog(t *testing.T, root, preload string) string {
	t.Helper()
	m := &MPIs[0]
	dir := t.TempDir()
	bin := filepath.Join(dir, "app")
	require.NoError(t, m.Compile(filepath.Join(root, "examples", "buggy", "LOCK003", "bug.c"), bin))
	o := m.Run(Launch{Binary: bin, Ranks: 2, Dir: dir, Preload: preload, Timeout: time.Minute})
	require.Zero(t, o.Exit, o.Output)
	return filepath.Join(dir, "run.log")
}

// TestBadInput: a file that is not a log gives a single sentence and exit status 2.
func TestBadInput(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	log := smallLog(t, root, preload)
	dir := t.TempDir()
	write := func(name, text string) string {
		p := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(p, []byte(text), 0o600))
		return p
	}
	empty := filepath.Join(dir, "empty.d")
	require.NoError(t, os.Mkdir(empty, 0o700))
	alone, err := os.ReadFile(log)
	require.NoError(t, err)
	newer := strings.Replace(string(alone), `"format":1`, `"format":99`, 1)
	require.NotEqual(t, string(alone), newer)
	for name, path := range map[string]string{
		"missing":              filepath.Join(dir, "nothing.log"),
		"empty file":           write("empty.log", ""),
		"foreign file":         write("foreign.log", "Dear reader,\n"),
		"binary file":          write("binary.log", "\x7fELF\x00\x01\x02"),
		"without its folder":   write("alone.log", string(alone)),
		"of a newer version":   write("newer.log", newer),
		"empty folder":         empty,
		"path through a file":  filepath.Join(write("file", "x"), "run.log"),
		"the program itself":   gomarmot,
		"a folder of anything": root,
	} {
		t.Run(name, func(t *testing.T) {
			code, stdout, stderr := reportOn(t, gomarmot, path)
			require.Equal(t, 2, code, stdout+stderr)
			require.Empty(t, stdout)
			sentence(t, stderr, filepath.Dir(path))
		})
	}
}

// TestDamagedLog: whatever happens to a segment, the report neither panics
// nor hides it: exit status 2 with one sentence, or a report that
// says that it is not complete.
func TestDamagedLog(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	log := smallLog(t, root, preload)
	seg := filepath.Join(log+".d", "rank-00000.seg")
	whole, err := os.ReadFile(seg)
	require.NoError(t, err)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 60 {
		damaged := bytes.Clone(whole)
		if at := r.IntN(len(whole)); i%2 == 0 {
			damaged = damaged[:at]
		} else {
			damaged[at] ^= byte(1 + r.IntN(255))
		}
		require.NoError(t, os.WriteFile(seg, damaged, 0o600))
		code, stdout, stderr := reportOn(t, gomarmot, log)
		require.NotContains(t, stdout+stderr, "panic")
		if code == 2 {
			sentence(t, stderr, filepath.Dir(log))
			continue
		}
		require.Contains(t, []int{0, 1}, code, stderr)
		require.Contains(t, stdout, "not complete", "damage %d", i)
	}
}

// TestDamagedLogOfCorrectProgram: damage leads neither to a fault nor to a clean
// result, under either MPI.
func TestDamagedLogOfCorrectProgram(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	for i, program := range []string{"halo_pscw.c", "halo_fence.c"} {
		m := &MPIs[i]
		dir := t.TempDir()
		bin := filepath.Join(dir, "app")
		require.NoError(t, m.Compile(filepath.Join(root, "examples", "correct", program), bin))
		o := m.Run(Launch{Binary: bin, Ranks: 3, Dir: dir, Preload: preload, Timeout: time.Minute})
		require.Zero(t, o.Exit, o.Output)
		log := filepath.Join(dir, "run.log")
		seg := filepath.Join(log+".d", "rank-00001.seg")
		whole, err := os.ReadFile(seg)
		require.NoError(t, err)
		code, _, stderr := reportOn(t, gomarmot, log)
		require.Zero(t, code, stderr)
		r := rand.New(rand.NewPCG(3, 4))
		for k := range 300 {
			damaged := bytes.Clone(whole)
			at := r.IntN(len(whole))
			if k%2 == 0 {
				damaged = damaged[:at]
				if at == bytes.LastIndex(whole, []byte(segment.FrameMagic)) {
					continue // all records are there: the last frame says how fast the clock went
				}
			} else if damaged[at] ^= byte(1 + r.IntN(255)); at >= 48 && at < 64 {
				continue // not in use
			}
			require.NoError(t, os.WriteFile(seg, damaged, 0o600))
			job, err := check.Log(log, rules.All, check.Options{})
			if err != nil {
				continue
			}
			require.NoError(t, job.Log.Close())
			require.NotEmpty(t, job.Unseen, "%s, damage %d at %d", m.Name, k, at)
			for _, f := range job.Findings {
				require.Contains(t, f.Rule.ID, "TOOL", "%s, damage %d at %d: %s", m.Name, k, at, f.Message)
			}
		}
		require.NoError(t, os.Remove(seg))
		code, stdout, stderr := reportOn(t, gomarmot, log)
		require.Equal(t, 2, code, stdout)
		require.Contains(t, stderr, "rank 1 left no log")
	}
}

// TestExitStatus: --fail-on sets the level.
func TestExitStatus(t *testing.T) {
	t.Parallel()
	root, preload, gomarmot := setup(t)
	log := smallLog(t, root, preload)
	for level, want := range map[string]int{"error": 1, "warning": 1, "note": 1, "never": 0, "bogus": 2} {
		cmd := exec.Command(gomarmot, "report", "--fail-on", level, log)
		_ = cmd.Run() // the exit code says it
		require.Equal(t, want, cmd.ProcessState.ExitCode(), level)
	}
}
