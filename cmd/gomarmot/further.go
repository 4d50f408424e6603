package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/words"
)

// furtherJob is a job other than the job of a report: a job that it started by MPI_Comm_spawn, or that the same
// command started.
type furtherJob struct {
	path    string // of its log
	log     string // the path as it is shown
	spawned bool
	report  *report.Report // nil: the log could not be checked
	err     error
}

// further checks the logs of the jobs that the job of r has spawned, and of the other jobs that the command has
// started. If the launcher started each rank as a job of its own, the latter are left out, as each report says so.
func (a *app) further(r *report.Report, paths []string, p *reporting) []furtherJob {
	var out []furtherJob
	for _, log := range logdir.SpawnedBy(paths[0]) {
		out = append(out, furtherJob{path: log, log: nearPath(log), spawned: true})
	}
	if !r.Apart() {
		for _, log := range p.others {
			out = append(out, furtherJob{path: log, log: nearPath(log)})
		}
	}
	reports := []*report.Report{r}
	compared := func(log string) bool {
		return slices.ContainsFunc(reports, func(r *report.Report) bool { return r.ComparedWith(log) })
	}
	for i := range out {
		s := &out[i]
		opt := check.Options{Still: p.still, Compared: compared(s.path)}
		for k := range out {
			if o := out[k].path; k != i && !opt.Compared && !compared(o) {
				opt.Others = append(opt.Others, o)
			}
		}
		if s.report, s.err = a.check([]string{s.path}, p.opt.Rules, opt); s.err == nil {
			reports = append(reports, s.report)
			p.gate.apply(s.report)
			onlyInBoth(r.Baseline, s.report.Baseline)
		}
	}
	return out
}

// onlyInBoth leaves in first only the vanished findings that have vanished from other too, and none in other: both jobs
// share a baseline.
func onlyInBoth(first, other *report.BaselineResult) {
	if first == nil || other == nil {
		return
	}
	first.Vanished = slices.DeleteFunc(first.Vanished, func(e report.BaselineEntry) bool {
		return !slices.Contains(other.Vanished, e)
	})
	other.Vanished = nil
}

// clean reports whether the job was started by the command, has no error, warning or note, and lacks no evidence.
func (s *furtherJob) clean() bool {
	return !s.spawned && s.err == nil && s.report.Worst() == 0 && len(s.report.Unseen) == 0
}

// see returns sentences that name the logs with findings of further jobs, for formats that hold the report of a single
// job.
func see(jobs []furtherJob) []string {
	var out []string
	for _, s := range jobs {
		if s.clean() {
			continue
		}
		found, whose := "it could not be checked", "the command has started another job, which has a log of its own"
		if s.err == nil {
			found = report.Tally(s.report)
		}
		if s.spawned {
			whose = "processes that this job has spawned have a log of their own"
		}
		out = append(out, fmt.Sprintf("%s, with %s: gomarmot report %s", whose, found, foreign.Line(s.log)))
	}
	return out
}

// mostNamed bounds the logs that a sentence names.
const mostNamed = 5

// noteClean names the logs of jobs of the command that have no finding and lack no records.
func (a *app) noteClean(jobs []furtherJob) {
	var clean []string
	for _, s := range jobs {
		if s.clean() {
			clean = append(clean, foreign.Line(s.log))
		}
	}
	if n := len(clean); n > 0 {
		a.note("no rule broken in %s that the command has started: %s", words.Count(n, "more job"),
			words.Join(clean, mostNamed, ", "))
	}
}

// noteBeside names the logs of jobs that ran at the same time in the same place.
func (a *app) noteBeside(r *report.Report, beside []string) {
	if r.Apart() {
		return // the report says so
	}
	var logs []string
	for _, log := range beside {
		logs = append(logs, foreign.Line(nearPath(log)))
	}
	if n := len(logs); n > 0 {
		a.note("%s ran at the same time, each with a log of its own: %s", words.Count(n, "more job"),
			words.Join(logs, mostNamed, ", "))
	}
}

// tellMore writes the reports of further jobs after the report of the first job, and counts their findings.
func (a *app) tellMore(w io.Writer, jobs []furtherJob, p *reporting) error {
	for _, s := range jobs {
		if s.err != nil {
			return s.err
		}
		if p.format.Name == report.Formats[0].Name && !s.clean() {
			fmt.Fprintln(w)
			if err := p.format.Write(w, s.report, a.dress(p.opt, w)); err != nil {
				return err
			}
		}
		switch code := exitCode(s.report, p.opt); {
		case code == exitFindings:
			a.code = code
		case code == exitFailed && a.code == exitClean:
			a.code = code
			a.failUnseen(s.report)
		}
	}
	a.noteClean(jobs)
	return nil
}
