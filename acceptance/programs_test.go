package acceptance

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// A program that hangs is ended when no rank has got on for stillTime, and
// where that cannot be seen after hangTime. On a machine that itself stands
// still for a while that may come too early: patient is by how much both are
// longer where a run is looked at again, or only once.
const (
	stillTime = time.Second
	hangTime  = 6 * time.Second
	patient   = 6
)

var builds Builds

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "gomarmot-programs-")
	if err != nil {
		panic(err)
	}
	builds.Dir = dir
	code := m.Run()
	_ = os.RemoveAll(dir) // a folder for temporary files
	os.Exit(code)
}

// setup returns the repository's root and fails where the build is missing.
func setup(t *testing.T) (root, preload, gomarmot string) {
	t.Helper()
	root, err := Root()
	require.NoError(t, err)
	preload = filepath.Join(root, "build", "libgomarmot.so")
	gomarmot = filepath.Join(root, "build", "gomarmot")
	for _, f := range []string{preload, gomarmot} {
		require.FileExists(t, f, "run make build first")
	}
	return root, preload, gomarmot
}

func programs(t *testing.T, root, pattern string) []*Program {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(root, "examples", pattern))
	require.NoError(t, err)
	require.NotEmpty(t, paths, pattern)
	var out []*Program
	for _, path := range paths {
		p, err := Load(path)
		require.NoError(t, err)
		out = append(out, p)
	}
	return out
}

// forEach runs f for every program under every MPI, and for those with files
// under Open MPI's second I/O component too.
func forEach(t *testing.T, ps []*Program, f func(t *testing.T, m *MPI, p *Program)) {
	all := slices.Clone(withRomio())
	if os.Getenv("GOMARMOT_TEST_ABI") != "" {
		all = append(all, ABIs...)
	}
	for _, m := range all {
		names := []string{m.Name, m.Name + "-" + m.Version()}
		if m.Name == Romio.Name {
			names = []string{"romio"}
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, p := range ps {
				if m.Name == Romio.Name && !p.Files {
					continue
				}
				t.Run(p.Name(), func(t *testing.T) {
					for _, name := range names {
						if why := p.Skip[name]; why != "" {
							t.Skip(why)
						}
					}
					t.Parallel()
					f(t, &m, p)
				})
			}
		})
	}
}

// TestVersion: the MPIs of this machine tell theirs.
func TestVersion(t *testing.T) {
	for i := range MPIs {
		require.Regexp(t, `^\d+\.\d+$`, MPIs[i].Version())
	}
}

// launchOf is the run that a program's directives ask for, by all rules, the
// pedantic ones too; times is 1 or patient.
func launchOf(p *Program, bin, dir, preload string, times time.Duration) Launch {
	l := Launch{Binary: bin, Args: p.Args, Ranks: p.Ranks, Dir: dir, Preload: preload, Timeout: 2 * time.Minute,
		Env: append([]string{"GOMARMOT_PEDANTIC=1"}, p.Env...)}
	if p.Hang {
		l.Timeout, l.Still = times*hangTime, times*stillTime
	}
	return l
}

// launch compiles and runs a program with gomarmot and returns the report.
func launch(t *testing.T, m *MPI, p *Program, preload, gomarmot string) (*report.Report, Outcome) {
	t.Helper()
	return launchFor(t, m, p, preload, gomarmot, 1)
}

// launchFor is launch with another patience for a program that hangs.
func launchFor(t *testing.T, m *MPI, p *Program, preload, gomarmot string, times time.Duration) (*report.Report, Outcome) {
	t.Helper()
	bin, err := builds.Binary(m, p)
	require.NoError(t, err)
	dir := t.TempDir()
	o := m.Run(launchOf(p, bin, dir, preload, times))
	if !p.Hang {
		require.False(t, o.TimedOut, "the program hangs:\n%s", o.Output)
	}
	log := filepath.Join(dir, "run.log")
	r, _, err := ReadReport(gomarmot, log)
	require.NoError(t, err, "the program printed:\n%s", o.Output)
	return r, o
}

// TestBuggy: each buggy program gives exactly the findings it wants, and
// those that one rank can see appear while it runs.
func TestBuggy(t *testing.T) {
	root, preload, gomarmot := setup(t)
	ps := programs(t, root, "buggy/*/bug*.c")
	forEach(t, ps, func(t *testing.T, m *MPI, p *Program) { buggy(t, m, p, preload, gomarmot) })
}

func buggy(t *testing.T, m *MPI, p *Program, preload, gomarmot string) {
	t.Helper()
	require.NotEmpty(t, p.Wants, "a buggy program must want something")
	if p.NoLog() {
		liveOnly(t, m, p, preload)
		return
	}
	r, o := launch(t, m, p, preload, gomarmot)
	if p.Until != 0 && standard(t, o) > p.Until {
		right := *p
		right.Wants = nil // it is right, and nothing may be found
		p = &right
	}
	wrong, silent := p.Compare(r), notLive(t, p, r, o)
	if o.TimedOut && len(wrong)+len(silent) > 0 {
		r, o = launchFor(t, m, p, preload, gomarmot, patient)
		wrong, silent = p.Compare(r), notLive(t, p, r, o)
	}
	for _, w := range wrong {
		t.Error(w)
	}
	for _, id := range silent {
		t.Errorf("no live line of %s in:\n%s", id, o.Output)
	}
	if t.Failed() {
		t.Logf("exit %d, timed out %v, printed:\n%s", o.Exit, o.TimedOut, o.Output)
	}
}

// standard is the version of MPI that a run was made with, 31 for 3.1.
func standard(t *testing.T, o Outcome) int {
	t.Helper()
	l, err := logdir.Open(filepath.Join(o.Dir, "run.log"))
	require.NoError(t, err)
	defer l.Close()
	return check.Standard(l.Run.Standard)
}

// notLive lists the wanted rules that one rank can see and that no live line
// names, though a rank that saw the fault had the time to print one: it was not
// killed because of another rank. MPICH's mpiexec may lose what was printed
// before an abort: the journal has the lines too.
func notLive(t *testing.T, p *Program, r *report.Report, o Outcome) []string {
	t.Helper()
	live := o.Output
	if o.Exit != 0 {
		text, err := os.ReadFile(logdir.JournalName(logdir.Dir(filepath.Join(o.Dir, "run.log"))))
		if !errors.Is(err, fs.ErrNotExist) { // as of a run that was ended before it made one
			require.NoError(t, err)
		}
		live += string(text)
	}
	var silent []string
	for _, w := range p.Wants {
		rule := rules.ByID(w.Rule)
		if rule == nil || rule.Scope != rules.RankScope || strings.Contains(live, w.Rule) {
			continue
		}
		if o.TimedOut || !killedByAnother(r, w.Rule) {
			silent = append(silent, w.Rule)
		}
	}
	return silent
}

// liveOnly: where no log can be written, the error stream has the findings and
// the program runs on.
func liveOnly(t *testing.T, m *MPI, p *Program, preload string) {
	t.Helper()
	dir := t.TempDir()
	bin, err := builds.Binary(m, p)
	require.NoError(t, err)
	o := m.Run(launchOf(p, bin, dir, preload, 1))
	require.Zero(t, o.Exit, "printed:\n%s", o.Output)
	for _, w := range p.Wants {
		require.Regexp(t, w.Rule+".*"+w.Message.String(), o.Output)
	}
}

// TestFixed: no rule speaks on the fixed twins, nor on the programs that only
// look like the fault.
func TestFixed(t *testing.T) {
	root, preload, gomarmot := setup(t)
	ps := append(programs(t, root, "buggy/*/fixed*.c"), programs(t, root, "silent/*.c")...)
	forEach(t, ps, func(t *testing.T, m *MPI, p *Program) { clean(t, m, p, preload, gomarmot) })
}

// TestCorrect: the larger correct programs run clean.
func TestCorrect(t *testing.T) {
	root, preload, gomarmot := setup(t)
	forEach(t, programs(t, root, "correct/*.c"), func(t *testing.T, m *MPI, p *Program) {
		clean(t, m, p, preload, gomarmot)
	})
}

func clean(t *testing.T, m *MPI, p *Program, preload, gomarmot string) {
	t.Helper()
	require.Empty(t, p.Wants)
	require.False(t, p.Hang, "a correct program comes to its end")
	r, o := launch(t, m, p, preload, gomarmot)
	require.Zero(t, o.Exit, "printed:\n%s", o.Output)
	require.True(t, r.Complete)
	for _, w := range p.Compare(r) {
		t.Error(w)
	}
	if t.Failed() {
		t.Logf("printed:\n%s", o.Output)
	}
}

// TestEveryRuleHasPrograms: bug.c, fixed.c, and the rule in lockstep.
func TestEveryRuleHasPrograms(t *testing.T) {
	root, err := Root()
	require.NoError(t, err)
	dirs, err := os.ReadDir(filepath.Join(root, "examples", "buggy"))
	require.NoError(t, err)
	have := map[string]bool{}
	for _, d := range dirs {
		have[d.Name()] = true
		if rules.ByID(d.Name()) == nil {
			t.Errorf("examples/buggy/%s: there is no such rule", d.Name())
		}
		p, err := Load(filepath.Join(root, "examples", "buggy", d.Name(), "bug.c"))
		require.NoError(t, err)
		found := false
		for _, w := range p.Wants {
			found = found || w.Rule == d.Name()
		}
		if !found {
			t.Errorf("%s does not want %s", p.Path, d.Name())
		}
		require.FileExists(t, filepath.Join(root, "examples", "buggy", d.Name(), "fixed.c"))
	}
	for _, r := range rules.All {
		if !have[r.ID] {
			t.Errorf("rule %s has no examples/buggy/%s", r.ID, r.ID)
		}
	}
}
