package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/settings"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/words"
)

// doctorGrace is how long a command may take to end once its time is up.
const doctorGrace = 3 * time.Second

// observe runs the command with the library and a log of its own, next to the place of the real log, and checks the
// records.
func (d *doctor) observe(command []string, l launch.Launcher, p *launch.Program, limit time.Duration) error {
	dir, err := os.MkdirTemp(filepath.Dir(d.log), ".gomarmot-doctor-")
	if err != nil {
		return fmt.Errorf("create a directory for the trial: %w", err)
	}
	defer os.RemoveAll(dir) // anything left is empty or small
	out, err := os.Create(filepath.Join(dir, "output"))
	if err != nil {
		return fmt.Errorf("create a file for the program's output: %w", err)
	}
	defer out.Close() // it is discarded
	log := filepath.Join(dir, logdir.Default)
	job := &launch.Job{Timeout: limit, Grace: doctorGrace, Stdin: os.Stdin, Stdout: out, Stderr: out}
	vars := []launch.Var{{Name: settings.Log, Value: log}}
	library := d.library
	if d.gpu != "" {
		vars = append(vars, launch.Var{Name: launch.CUDAVar, Value: d.gpu})
		library = d.hip + ":" + library
	}
	job.Argv, job.Env = l.Command(command, os.Getenv, library, rankVars(l, vars))
	o, err := job.Run()
	if err != nil {
		d.say(problem, "run", err.Error(), "give the command as in a shell, such as -- mpiexec -n 4 ./app")
		return nil
	}
	printed, err := os.ReadFile(out.Name())
	if err != nil {
		return fmt.Errorf("read the program's output: %w", err)
	}
	t := &trial{doctor: d, log: log, outcome: o, printed: string(printed), static: p}
	t.tell()
	return nil
}

// trial is a run of the command that the doctor observes.
type trial struct {
	*doctor
	log     string
	outcome launch.Outcome
	printed string
	static  *launch.Program // nil: not known
	noCUPTI bool            // the ranks said that they cannot record work on GPUs
}

func (t *trial) tell() {
	t.messages()
	if t.outcome.Code != 0 && !t.outcome.TimedOut {
		t.say(warning, "run", fmt.Sprintf("the command ended with exit status %d; its last output:%s", t.outcome.Code,
			t.last()), "if it also fails without gomarmot, fix that first")
	}
	jobs, _ := filepath.Glob(t.log + "*" + logdir.Suffix) // the pattern is well-formed
	switch len(jobs) {
	case 0:
		t.nothing()
	case 1:
		t.recorded()
	default:
		t.several(jobs)
		t.recorded()
	}
}

// several distinguishes a script that starts several jobs from ranks that do not
// know about each other.
func (t *trial) several(jobs []string) {
	for _, dir := range jobs {
		if l, err := logdir.Open(dir); err == nil {
			size := l.Size
			_ = l.Close() // only read
			if size > 1 {
				t.say(hint, "run", fmt.Sprintf("the command starts %d jobs: each has its own log", len(jobs)), "")
				return
			}
		}
	}
	text, fix := check.Apart(len(jobs))
	t.say(problem, "run", text, fix)
}

// complaints are words of the library's messages about records that it cannot make.
var complaints = []string{"unwatched", "cannot ", "TOOL002"}

// complains reports whether a line is such a message.
func complains(text string) bool {
	return slices.ContainsFunc(complaints, func(word string) bool { return strings.Contains(text, word) })
}

// messages passes on the complaints of the library itself.
func (t *trial) messages() {
	var told []string
	for line := range strings.Lines(t.printed) {
		line = strings.TrimSpace(line)
		text, ours := strings.CutPrefix(line, "gomarmot: ")
		switch {
		case strings.Contains(line, "cannot be preloaded"):
			text = line
		case !ours || !complains(text):
			continue
		}
		if slices.Contains(told, text) {
			continue
		}
		told = append(told, text)
		if !t.reportUnrecorded(text) {
			t.say(problem, "run", "the ranks reported: "+text, "see docs/troubleshooting.md")
		}
	}
}

// last returns the last lines of the output that contain words.
func (t *trial) last() string {
	var lines []string
	for line := range strings.Lines(t.printed) {
		if strings.ContainsFunc(line, unicode.IsLetter) {
			lines = append(lines, "| "+strings.TrimSpace(line))
		}
	}
	if len(lines) == 0 {
		return " nothing"
	}
	return "\n" + strings.Join(lines[max(0, len(lines)-5):], "\n")
}

// nothing says why there may be no log.
func (t *trial) nothing() {
	switch {
	case t.outcome.Code != 0 && !t.outcome.TimedOut:
		t.say(problem, "calls", "the command failed before any MPI_Init had returned",
			"fix what it printed; check that all ranks call MPI_Init")
	case t.outcome.TimedOut:
		t.say(problem, "calls", "no MPI_Init had returned when the time was up",
			"give the program more time, with --time; MPI_Init waits for all ranks of the job: check that each of "+
				"them calls it")
	case t.static != nil && len(t.static.MPI) > 0:
		t.say(problem, "calls", "the program ended without an MPI_Init being seen",
			"check that it calls MPI_Init; if the launcher does not pass on its environment, set LD_PRELOAD="+t.library+
				" for the ranks with its own flag")
	default:
		t.say(problem, "calls", "no MPI_Init was seen: the command does not start an MPI program, or the program "+
			"contains MPI itself, or LD_PRELOAD does not reach it",
			"in a script, put the library on the launcher's command line: mpiexec -x LD_PRELOAD="+t.library+
				" (Open MPI), mpiexec -genv LD_PRELOAD "+t.library+" (MPICH)")
	}
}

// recorded reports the contents of the trial's log.
func (t *trial) recorded() {
	l, err := logdir.Open(t.log)
	if err != nil {
		t.say(problem, "calls", err.Error(), "see docs/troubleshooting.md")
		return
	}
	defer l.Close() // only read
	s := newTrialSummary()
	for _, r := range l.Ranks() {
		if err := s.read(r); err != nil {
			t.say(problem, "calls", err.Error(), "see docs/troubleshooting.md")
			return
		}
	}
	if s.mpi != "" {
		t.say(fine, "MPI", check.LibraryName(s.mpi), "")
	}
	ranks := "1 rank"
	if l.Size > 1 {
		ranks = fmt.Sprintf("%d ranks", l.Size)
	}
	text := fmt.Sprintf("%s of %s were recorded", words.Count(s.calls, "call"), ranks) + s.communication()
	switch {
	case len(l.Missing) > 0:
		t.say(problem, "calls", text+"; ranks "+words.Spans(l.Missing)+" recorded nothing",
			"set LD_PRELOAD for all ranks, on all hosts, and put the log in a directory that all of them share")
	case s.communication() == "":
		t.say(hint, "calls", text+", none of them communication: if the program communicates later, "+
			"more time (--time) shows it", "")
	default:
		t.say(fine, "calls", text, "")
	}
	t.lines(s)
	t.onGPUs(s, l)
}

// lines reports how many calls have a source line.
func (t *trial) lines(s *trialSummary) {
	known, all := s.located()
	switch {
	case all == 0:
	case known == all:
		t.say(fine, "lines", fmt.Sprintf("the source lines of all %d places that make calls are known", all), "")
	default:
		t.say(warning, "lines", fmt.Sprintf("the source lines of %d of %d places that make calls are known", known,
			all), "compile all parts of the program with -g")
	}
}

// trialSummary adds up the records of a trial.
type trialSummary struct {
	mpi      string
	calls    int
	onGPUs   int                  // records
	onHIP    int                  // records of HIP among them
	families map[calls.Family]int // the calls of each family of GOMARMOT_WATCH
	places   map[uint64]bool      // return addresses, of the first rank
	rank     *logdir.RankLog
}

func newTrialSummary() *trialSummary {
	return &trialSummary{families: map[calls.Family]int{}, places: map[uint64]bool{}}
}

func (s *trialSummary) read(r *logdir.RankLog) error {
	if s.rank == nil {
		s.rank = r
	}
	if r.Header != nil {
		s.mpi = r.Header.Library
	}
	return eachEvent(r, func(e *event.Event) bool {
		if e.Kind == event.GPU {
			s.onGPUs++
			if event.GPUFlags(e.A[3])&event.GPUHIP != 0 {
				s.onHIP++
			}
		}
		if e.Kind >= calls.MaxKind || e.Phase == event.Leave {
			return true
		}
		s.calls++
		s.families[calls.Of(e.Kind).Family]++
		if r == s.rank && e.PC != 0 {
			s.places[e.PC] = true
		}
		return true
	})
}

// communication tells the calls that communicate, by family: ": messages 800,
// collectives 30".
func (s *trialSummary) communication() string {
	var parts []string
	for _, f := range []calls.Family{calls.FamilyMessages, calls.FamilyCollectives, calls.FamilyRMA, calls.FamilyIO} {
		if n := s.families[f]; n > 0 {
			parts = append(parts, f.Names()[0]+" "+words.Thousands(n))
		}
	}
	if parts == nil {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// located counts the places with a known line, and all places.
func (s *trialSummary) located() (known, all int) {
	var resolver source.Resolver
	for pc := range s.places {
		all++
		if m, ok := s.rank.Module(pc); ok && resolver.Resolve((*source.Module)(&m), pc).Known() {
			known++
		}
	}
	return known, all
}
