package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
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
	slowLeast   = 20 * time.Second
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
}

func (s *session) dirOf(number int) string {
	return filepath.Join(s.dir, fmt.Sprintf("run-%03d", number))
}

func planOf(dir string) string { return filepath.Join(dir, "plan") }

// run runs the command; set has the forced choices; nil: the run is untouched.
func (s *session) run(number int, set []provoke.Choice) (*oneRun, error) {
	r := &oneRun{number: number, dir: s.dirOf(number)}
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return nil, err
	}
	plan := ""
	if set != nil {
		plan = planOf(r.dir)
		if err := provoke.WritePlan(plan, set); err != nil {
			return nil, err
		}
	}
	if err := s.setUp(); err != nil {
		return nil, err
	}
	if err := s.start(r, plan); err != nil {
		return nil, err
	}
	return r, s.judge(r)
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
	job, err := s.app.job(s.command, vars, false)
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
	stop := s.endStill(job, r.record)
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

// endStill ends the job if it makes no progress for long, until stop is called. An untouched run may take as long as it
// likes.
func (s *session) endStill(job *launch.Job, record *launch.Record) (stop func()) {
	if s.plain == nil {
		return func() {}
	}
	still := min(max(stillFactor*s.plain.took, stillLeast), stillMost)
	job.Timeout = max(slowFactor*s.plain.took, slowLeast)
	halt, end, ended := make(chan struct{}), make(chan struct{}), make(chan struct{})
	job.Stop = halt
	go func() {
		defer close(ended)
		w := launch.NewWatch(record.Path, still)
		defer w.Close()
		for ticks := time.Tick(w.Every()); ; {
			select {
			case <-end:
				return
			case now := <-ticks:
				if w.Still(now) {
					close(halt)
					return
				}
			}
		}
	}()
	return func() { close(end); <-ended }
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

// brokenOf is a finding and its consequences, if they are errors of the program.
func brokenOf(f *report.Finding) []provoke.Broken {
	var out []provoke.Broken
	rule := rules.ByID(f.RuleID)
	if f.Severity == rules.Error && rule != nil && rule.Family() != "TOOL" && len(f.Sites) > 0 {
		out = append(out, provoke.Broken{Rule: f.RuleID, Place: f.Sites[0].Place.String(), Message: f.Message, Hang: rule.Hangs})
	}
	for i := range f.Consequences {
		out = append(out, brokenOf(&f.Consequences[i])...)
	}
	return out
}
