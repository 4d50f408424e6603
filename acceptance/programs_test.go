package acceptance

import (
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// A program that hangs is ended when no rank has made progress for stillTime or, where progress cannot be seen, after
// hangTime. That may be too early on a busy machine: a repeated run gets patient times as long.
const (
	stillTime = time.Second
	hangTime  = 6 * time.Second
	patient   = 6
)

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
		all = append(all, abis...)
	}
	for _, m := range all {
		names := []string{m.Name, m.Name + "-" + m.Version()}
		if m.Name == Romio.Name {
			names = []string{"romio"}
		}
		if library, ok := strings.CutPrefix(m.Name, "abi-"); ok { // a library's skips also hold for its standard ABI
			names = append(names, library, library+"-"+m.Version())
		}
		if strings.Contains(os.Getenv("GOMARMOT_TEST_PROVOKE"), "send") {
			names = append(names, "provoked-send")
		}
		t.Run(m.Name, func(t *testing.T) {
			for _, p := range ps {
				if m.Name == Romio.Name && !p.files {
					continue
				}
				t.Run(p.Name(), func(t *testing.T) {
					for _, name := range names {
						if why := p.Skip[name]; why != "" {
							t.Skip(why)
						}
					}
					if p.How != "" && os.Getenv("GOMARMOT_TEST_PASSES") == "none" {
						t.Skip("the passes are those for another release's compilers")
					}
					t.Parallel()
					f(t, &m, p)
				})
			}
		})
	}
}

// TestVersion: gomarmot reports the versions of this machine's MPI libraries.
func TestVersion(t *testing.T) {
	for i := range MPIs {
		require.Regexp(t, `^\d+\.\d+$`, MPIs[i].Version())
	}
}

// launchOf returns the run that a program's directives ask for, with all rules,
// including pedantic rules; times is 1 or patient.
func launchOf(p *Program, bin, dir, preload string, times time.Duration) Launch {
	l := Launch{Binary: bin, Args: p.Args, Ranks: p.Ranks, Dir: dir, Preload: preload, Timeout: 2 * time.Minute,
		Env: append([]string{"GOMARMOT_PEDANTIC=1"}, p.Env...)}
	if rank := lateRank(); rank != "" {
		l.Env = append(l.Env, "GOMARMOT_TEST_LATE="+rank)
	}
	l.Env = append(l.Env, Provoked(dir, "")...)
	if p.Heap {
		l.Preload = heapLibrary(preload) + ":" + preload
	}
	l.GPU = p.gpu
	if p.Hang {
		l.Timeout, l.Still = times*hangTime, times*stillTime
	}
	return l
}

// judged is a recorded run and its report.
type judged struct {
	recordedRun
	report *report.Report
}

// launch compiles and runs a program with gomarmot, or takes the log of an
// earlier run, and judges the log.
func launch(t *testing.T, m *MPI, p *Program) judged {
	t.Helper()
	return launchFor(t, m, p, 1, false)
}

// launchFor is launch, but waits times as long for a program that hangs. With fresh, the program runs even if the cache
// has its log.
func launchFor(t *testing.T, m *MPI, p *Program, times time.Duration, fresh bool) judged {
	t.Helper()
	bin, err := recorder.binary(m, p)
	require.NoError(t, err)
	rec, err := recorder.record(m, p, launchOf(p, bin, t.TempDir(), recorder.preload, times), fresh)
	require.NoError(t, err)
	if !p.Hang && rec.TimedOut && launcherFailed(&rec.Outcome) && again.allow(t.Name()+": the launcher failed") {
		rec, err = recorder.record(m, p, launchOf(p, bin, t.TempDir(), recorder.preload, times), true)
		require.NoError(t, err)
	}
	if !p.Hang {
		require.False(t, rec.TimedOut, "the program hangs:\n%s", rec.Output)
	}
	r, err := judge(rec.log())
	require.NoError(t, err, "the program printed:\n%s", rec.Output)
	return judged{rec, r}
}

// launcherFailed reports whether Open MPI's launcher says that it could not read a message between its own processes:
// this may happen when the launcher prints an error message of the program; the job then stands still.
func launcherFailed(o *Outcome) bool {
	return strings.Contains(o.Output, "ORTE_ERROR_LOG: Data unpack")
}

// orAgain returns the errors of a run. It repeats a run with errors, with more patience, if the errors may be due to
// chance: the run was ended by the time limit or by a signal, or its log is from the cache.
func orAgain(t *testing.T, m *MPI, p *Program, wrong func(j judged) []string) (judged, []string) {
	t.Helper()
	j := launch(t, m, p)
	w := wrong(j)
	if len(w) > 0 && (j.TimedOut || bySignal(m, &j.Outcome) || !j.fresh) && again.allow(t.Name()+": "+strings.Join(w, "; ")) {
		j = launchFor(t, m, p, patient, true)
		w = wrong(j)
	}
	return j, w
}

// bySignal reports whether a run was ended by a signal, perhaps before a line was printed. MPICH's mpiexec returns the
// signal's number.
func bySignal(m *MPI, o *Outcome) bool {
	hydra := strings.Contains(m.Name, "mpich") && (o.Exit == int(syscall.SIGABRT) || o.Exit == int(syscall.SIGSEGV))
	return hydra || o.Exit > 128
}

// TestBuggy: each buggy program has exactly the findings it wants, and
// findings that a single rank can see appear while it runs.
func TestBuggy(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, programs(t, root, "buggy/*/bug*.c*"), inTurn(buggy))
}

func buggy(t *testing.T, m *MPI, p *Program) {
	t.Helper()
	require.NotEmpty(t, p.Wants, "a buggy program must want something")
	if p.NoLog() {
		liveOnly(t, m, p)
		return
	}
	j, wrong := orAgain(t, m, p, func(j judged) []string {
		as := p
		if p.Until != 0 && standard(t, j) > p.Until {
			right := *p
			right.Wants = nil // the program is correct, and no rule may report it
			as = &right
		}
		return append(as.Compare(j.report), notLive(t, as, j)...)
	})
	tell(t, j, wrong)
}

// tell fails the test if the run has errors.
func tell(t *testing.T, j judged, wrong []string) {
	t.Helper()
	for _, w := range wrong {
		t.Error(w)
	}
	if t.Failed() {
		t.Logf("exit %d, timed out %v, run just now %v, printed:\n%s", j.Exit, j.TimedOut, j.fresh, j.Output)
	}
}

// standard is the version of MPI that a run used, 31 for 3.1.
func standard(t *testing.T, j judged) int {
	t.Helper()
	l, err := logdir.Open(j.log())
	require.NoError(t, err)
	defer l.Close()
	return rankcheck.Standard(l.Run.Standard)
}

// toldElsewhere lists rules on a single rank that are not decided from its events while it runs: the wrapper reports a
// call after MPI_Finalize, and the report reads declared types from the program's file.
var toldElsewhere = map[string]bool{"THREAD002": true, "OBJ008": true, "OBJ010": true, "OBJ013": true, "OBJ014": true}

// seenByRank reports whether the report has a finding of the rule that needs one rank's calls only.
func seenByRank(r *report.Report, rule string) bool {
	return slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
		return f.RuleID == rule && f.Scope == rules.RankScope
	})
}

// notLive returns an error for each wanted rule on single ranks that did not report while the program ran, unless the
// rank was killed because of another rank and may have had no time to print. Two things are checked: the rules report
// when they run over the log once more, as they do beside the program, and, if the program ran just now and so with
// this build of the library, its ranks have printed the finding. Lines that MPICH's mpiexec loses before an abort are
// taken from the journal.
func notLive(t *testing.T, p *Program, j judged) []string {
	t.Helper()
	spoken, err := judgeLive(j.log())
	require.NoError(t, err)
	printed := j.Output
	if j.fresh && j.Exit != 0 {
		text, err := os.ReadFile(logdir.JournalName(logdir.Dir(j.log())))
		if !errors.Is(err, fs.ErrNotExist) { // a run that is ended early has no journal
			require.NoError(t, err)
		}
		printed += string(text)
	}
	var silent []string
	for _, w := range p.Wants {
		if !seenByRank(j.report, w.Rule) || !j.TimedOut && killedByAnother(j.report, w.Rule) || ofItsDeath(j.report, w.Rule) {
			continue
		}
		if !spoken[w.Rule] && !toldElsewhere[w.Rule] {
			silent = append(silent, w.Rule+" does not speak while the program runs")
		}
		if j.fresh && !strings.Contains(printed, w.Rule) {
			silent = append(silent, "no live line of "+w.Rule)
		}
	}
	return silent
}

// ofItsDeath reports whether all findings of a rule name the call in which the rank was killed: a killed rank cannot
// print such a finding itself.
func ofItsDeath(r *report.Report, rule string) bool {
	return !slices.ContainsFunc(r.Findings, func(f report.Finding) bool {
		return f.RuleID == rule && !strings.Contains(f.Message, "the rank was killed")
	})
}

// liveOnly: if no log can be written, the error stream has the findings and
// the program runs on.
func liveOnly(t *testing.T, m *MPI, p *Program) {
	t.Helper()
	bin, err := recorder.binary(m, p)
	require.NoError(t, err)
	o := m.Run(launchOf(p, bin, t.TempDir(), recorder.preload, 1))
	require.Zero(t, o.Exit, "printed:\n%s", o.Output)
	for _, w := range p.Wants {
		require.Regexp(t, w.Rule+".*"+w.Message.String(), o.Output)
	}
}

// TestFixed: no rule reports the fixed twins.
func TestFixed(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, programs(t, root, "buggy/*/fixed*.c*"), inTurn(clean))
}

// inTurn returns a function that calls f for a program under only one of the two MPIs, chosen by the program's name,
// since the programs of a rule differ little. The first program of each rule (in Fortran: of each family) runs under
// every MPI, and so do all programs with GOMARMOT_TEST_PROGRAMS=all.
func inTurn(f func(t *testing.T, m *MPI, p *Program)) func(t *testing.T, m *MPI, p *Program) {
	all := os.Getenv("GOMARMOT_TEST_PROGRAMS") == "all"
	return func(t *testing.T, m *MPI, p *Program) {
		t.Helper()
		name := strings.TrimSuffix(filepath.Base(p.Path), filepath.Ext(p.Path))
		if all || name == "bug" || name == "bug_f08" || itsTurn(m, p) {
			f(t, m, p)
		}
	}
}

// itsTurn reports whether this MPI is the one under which inTurn runs the program.
func itsTurn(m *MPI, p *Program) bool {
	if !slices.ContainsFunc(MPIs, func(x MPI) bool { return x.Name == m.Name }) {
		return m.Name != Romio.Name
	}
	turn := MPIs[int(crc32.ChecksumIEEE([]byte(p.Name())))%len(MPIs)].Name
	for name := range p.Skip {
		if name == turn || strings.HasPrefix(name, turn+"-") { // the program may be unable to run under this MPI
			return true
		}
	}
	return m.Name == turn
}

// TestSilent: no rule reports the programs that only look faulty.
func TestSilent(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, programs(t, root, "silent/*.c"), inTurn(clean))
}

// TestCorrect: the larger correct programs have no findings.
func TestCorrect(t *testing.T) {
	t.Parallel()
	root, _, _ := setup(t)
	forEach(t, programs(t, root, "correct/*.c"), clean)
}

func clean(t *testing.T, m *MPI, p *Program) {
	t.Helper()
	require.Empty(t, p.Wants)
	require.False(t, p.Hang, "a correct program comes to its end")
	j, wrong := orAgain(t, m, p, func(j judged) []string {
		wrong := p.Compare(j.report)
		if j.Exit != 0 || !j.report.Complete {
			wrong = append(wrong, "the run does not come to a good end")
		}
		return wrong
	})
	tell(t, j, wrong)
}

// TestEveryRuleHasPrograms: each rule has a folder in examples/buggy with a program bug, which declares a finding of
// the rule, and its twin fixed; each folder there has a rule.
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
		programs, err := filepath.Glob(filepath.Join(root, "examples", "buggy", d.Name(), "bug.*"))
		require.NoError(t, err)
		require.Len(t, programs, 1, "examples/buggy/%s has no program bug.c or bug.f90", d.Name())
		p, err := Load(programs[0])
		require.NoError(t, err)
		found := false
		for _, w := range p.Wants {
			found = found || w.Rule == d.Name()
		}
		if !found {
			t.Errorf("%s does not want %s", p.Path, d.Name())
		}
		require.FileExists(t, filepath.Join(root, "examples", "buggy", d.Name(), "fixed"+filepath.Ext(p.Path)))
	}
	for _, r := range rules.All {
		if !have[r.ID] && r.ID != rules.WithoutProgram && !r.Provoked() {
			t.Errorf("rule %s has no examples/buggy/%s", r.ID, r.ID)
		}
	}
}

// heapLibrary returns the library that watches the heap, in the folder of the library to preload.
func heapLibrary(preload string) string {
	return filepath.Join(filepath.Dir(preload), "libgomarmot-heap.so")
}
