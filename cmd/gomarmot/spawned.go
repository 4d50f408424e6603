package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/foreign"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// spawnedJob is a job that the job of a report has started by MPI_Comm_spawn.
type spawnedJob struct {
	log    string
	report *report.Report // nil: the log could not be checked
	err    error
}

// spawned checks the logs of the jobs that the job of r has spawned.
func (a *app) spawned(r *report.Report, paths []string, p *reporting) []spawnedJob {
	var out []spawnedJob
	for _, log := range logdir.SpawnedBy(paths[0]) {
		s := spawnedJob{log: nearPath(log)}
		if s.report, s.err = a.check([]string{log}, p.opt.Rules, check.Options{Still: p.still}); s.err == nil {
			p.gate.apply(s.report)
			onlyInBoth(r.Baseline, s.report.Baseline)
		}
		out = append(out, s)
	}
	return out
}

// onlyInBoth takes out of the findings that have vanished from one job those that another one has: all
// are in one baseline.
func onlyInBoth(first, other *report.BaselineResult) {
	if first == nil || other == nil {
		return
	}
	first.Vanished = slices.DeleteFunc(first.Vanished, func(e report.BaselineEntry) bool { return !slices.Contains(other.Vanished, e) })
	other.Vanished = nil
}

// see says in a sentence where the findings of a spawned job are, for formats that hold the report of
// one job.
func (s *spawnedJob) see() string {
	found := "it could not be checked"
	if s.err == nil {
		found = report.Tally(s.report)
	}
	return fmt.Sprintf("processes that this job has spawned have a log of their own, with %s: gomarmot report %s", found, foreign.Line(s.log))
}

// tellSpawned writes the reports of the spawned jobs behind that of their parents, and lets
// their findings count.
func (a *app) tellSpawned(w io.Writer, jobs []spawnedJob, p *reporting) error {
	for _, s := range jobs {
		if s.err != nil {
			return s.err
		}
		if p.format.Name == report.Formats[0].Name {
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
	return nil
}
