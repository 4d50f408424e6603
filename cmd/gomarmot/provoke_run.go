package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/provoke"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/runtime/settings"
)

// A provoked run is ended if it makes no progress for stillFactor times as long as an untouched run takes, within these
// limits, and in any case after slowFactor times as long.
const (
	stillFactor = 2
	slowFactor  = 10
	stillLeast  = 2 * time.Second
	stillMost   = time.Minute
	stillFirst  = 10 * time.Second // before the first untouched run is asked whether its ranks wait forever
	slowLeast   = 20 * time.Second
	patient     = 3 // times as long where a run is repeated
)

// oneRun is a run of the command: its files and its outcome.
type oneRun struct {
	number  int
	dir     string
	record  *launch.Record
	log     string // "" if it left none
	took    time.Duration
	result  launch.Outcome
	outcome provoke.Outcome
	found   *report.Report // nil if there is no log
	// patience is how much longer than other runs it may stand still; unsure: it differed from the untouched runs,
	// but when it was repeated it did not.
	patience time.Duration
	unsure   bool
}

func (s *session) dirOf(number int) string {
	return filepath.Join(s.dir, fmt.Sprintf("run-%03d", number))
}

func planOf(dir string) string { return filepath.Join(dir, "plan") }

// run runs the command; set has the forced choices; nil: the run is untouched.
func (s *session) run(number int, set []provoke.Choice) (*oneRun, error) {
	r := &oneRun{number: number, dir: s.dirOf(number), patience: 1}
	if set == nil {
		r.patience = patient
	}
	return r, s.make(r, set)
}

// force makes a run that forces the choices, and repeats it if it differs from the untouched runs in a way that may be
// due to chance.
func (s *session) force(number int, set []provoke.Choice) (*oneRun, error) {
	r, err := s.run(number, set)
	if err != nil || r.result.Interrupted != 0 {
		return r, err
	}
	d := s.expected.Compare(r.outcome)
	if d == nil || d.Proven {
		return r, nil
	}
	again := &oneRun{number: number, dir: filepath.Join(r.dir, "repeated"), patience: patient}
	if err := s.make(again, set); err != nil {
		return r, err
	}
	r.result.Interrupted = again.result.Interrupted
	e := s.expected.Compare(again.outcome)
	r.unsure = e == nil || e.Rule != d.Rule
	if again.log != "" {
		removeLog(again.log)
	}
	return r, nil
}

// make makes the run that r names.
func (s *session) make(r *oneRun, set []provoke.Choice) error {
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	plan := ""
	if set != nil {
		plan = planOf(r.dir)
		if err := provoke.WritePlan(plan, set); err != nil {
			return err
		}
	}
	if err := s.setUp(); err != nil {
		return err
	}
	if err := s.start(r, plan); err != nil || r.result.Interrupted != 0 {
		return err // an interrupted run may have no records
	}
	return s.judge(r)
}

// setUp runs the command of --setup.
func (s *session) setUp() error {
	if s.flags.setup == "" {
		return nil
	}
	if out, err := exec.Command("sh", "-c", s.flags.setup).CombinedOutput(); err != nil {
		return fmt.Errorf("--setup: %s failed (%w): %s", s.flags.setup, err, strings.TrimSpace(string(out)))
	}
	return nil
}

// start starts the job, and waits for its end.
func (s *session) start(r *oneRun, plan string) error {
	r.record = launch.NewRecord(filepath.Join(r.dir, "run.log"))
	vars := []launch.Var{
		{Name: settings.Log, Value: filepath.Join(r.dir, "run.log")}, {Name: settings.Job, Value: r.record.Job},
		{Name: settings.Live, Value: "0"}, {Name: settings.Provoke, Value: plan},
	}
	job, err := s.app.job(s.command, vars, &runFlags{})
	if err != nil {
		return err
	}
	files, err := s.redirect(job, r.dir)
	if err != nil {
		return err
	}
	defer func() {
		for _, f := range files {
			_ = f.Close() // the job has ended
		}
	}()
	stop := s.endStill(job, r)
	began := time.Now()
	r.result, err = job.Run()
	r.took = time.Since(began)
	stop()
	r.log = r.record.Path()
	return err
}

// redirect gives the job no input, and files for its output.
func (s *session) redirect(job *launch.Job, dir string) ([]*os.File, error) {
	in, err := os.Open(os.DevNull)
	if err != nil {
		return nil, err
	}
	out, err := os.Create(filepath.Join(dir, "stdout"))
	if err != nil {
		return nil, err
	}
	errs, err := os.Create(filepath.Join(dir, "stderr"))
	if err != nil {
		return nil, err
	}
	job.Stdin, job.Stdout, job.Stderr, job.Note = in, out, errs, nil
	return []*os.File{in, out, errs}, nil
}

// endStill ends the job if it makes no progress for long, until stop is called. The first untouched run may take as
// long
// as it likes, unless its log shows that ranks wait forever.
func (s *session) endStill(job *launch.Job, r *oneRun) (stop func()) {
	still := stillFirst
	if s.plain != nil {
		still = r.patience * min(max(stillFactor*s.plain.took, stillLeast), stillMost)
		job.Timeout = r.patience * max(slowFactor*s.plain.took, slowLeast)
	}
	halt, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	job.Stop = halt
	go func() {
		defer close(ended)
		w := launch.NewWatch(r.record.Path, still)
		defer w.Close()
		for ticks := time.Tick(w.Every()); ; {
			select {
			case <-end:
				return
			case now := <-ticks:
				if w.Still(now) && (s.plain != nil || s.hangs(r, still)) {
					close(halt)
					return
				}
			}
		}
	}()
	return func() { close(end); <-ended }
}

// hangs reports whether the log of a running job shows that ranks wait forever.
func (s *session) hangs(r *oneRun, still time.Duration) bool {
	found, err := checkRunning(r.record.Path(), s.reporting.opt.Rules, still*9/10)
	return err == nil && slices.ContainsFunc(found.Findings, func(f report.Finding) bool {
		return slices.ContainsFunc(brokenOf(&f), func(b provoke.Broken) bool { return b.Hang && !b.Perhaps })
	})
}

// judge reads the outcome of the run.
func (s *session) judge(r *oneRun) error {
	text, err := os.ReadFile(filepath.Join(r.dir, "stdout"))
	if err != nil {
		return err
	}
	r.outcome = provoke.Outcome{
		Code: r.result.Code, Ended: !r.result.Stopped && !r.result.TimedOut && r.result.Interrupted == 0,
		Output: provoke.NewOutput(text),
	}
	if r.log == "" {
		return nil
	}
	r.found, err = checkWith(r.log, s.reporting.opt.Rules, check.Options{})
	if err != nil {
		return err
	}
	for i := range r.found.Findings {
		r.outcome.Broken = append(r.outcome.Broken, brokenOf(&r.found.Findings[i])...)
	}
	for _, e := range r.found.Ends {
		if r.outcome.Ended && r.outcome.Signal == "" && e.Signal != "SIGTERM" && e.Signal != "SIGKILL" {
			r.outcome.Signal = e.Signal
		}
	}
	return nil
}

// brokenOf is a finding and its consequences, if they are errors of the program or say that it may hang.
func brokenOf(f *report.Finding) []provoke.Broken {
	var out []provoke.Broken
	rule := rules.ByID(f.RuleID)
	known := rule != nil && rule.Family() != "TOOL" && len(f.Sites) > 0
	perhaps := known && rule.Hangs && f.Severity == rules.Warning
	if perhaps || known && f.Severity == rules.Error {
		out = append(out, provoke.Broken{Rule: f.RuleID, Place: f.Sites[0].Place.String(), Message: f.Message,
			Hang: rule.Hangs, Perhaps: perhaps})
	}
	for i := range f.Consequences {
		out = append(out, brokenOf(&f.Consequences[i])...)
	}
	return out
}
