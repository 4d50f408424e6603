package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/provoke"
	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/words"
)

// session is a run of gomarmot provoke: the untouched runs, then the forced runs.
type session struct {
	app       *app
	command   []string
	flags     *provokeFlags
	kinds     []provoke.Kind
	reporting *reporting
	began     time.Time

	dir      string
	plain    *oneRun // the first untouched run; nil before it has ended
	expected *provoke.Expected
	survey   *provoke.Survey
	places   *placer
	tried    *provoke.Search
	hits     []hit
	unsure   []int // runs whose difference did not occur again when they were repeated
	missed   int   // runs in which the choice was not possible
	slow     int   // runs that gomarmot stopped, and whose logs do not show why they took so long
	stopped  bool  // by Ctrl-C
}

// hit is a forced run that differs from the untouched runs.
type hit struct {
	trial  provoke.Trial
	number int
	provoke.Difference
	otherWay bool  // receives from any source took other messages than in the untouched run
	also     []hit // hits of other choices, with the same difference
}

// plainRuns is the number of untouched runs: output that differs between them is not compared.
const plainRuns = 2

// untouched makes the untouched runs, and reads the choices from the first.
func (s *session) untouched() error {
	var outcomes []provoke.Outcome
	for i := range plainRuns {
		r, err := s.run(i, nil)
		if err != nil {
			return err
		}
		if err := s.usable(r); err != nil {
			return err
		}
		if s.plain == nil {
			s.plain = r
		}
		outcomes = append(outcomes, r.outcome)
	}
	s.expected = provoke.NewExpected(outcomes, s.flags.tolerance)
	first := s.plain
	var err error
	if s.survey, err = provoke.Look(first.log); err != nil {
		return err
	}
	if s.places, err = newPlacer(first.log, s.survey); err != nil {
		return err
	}
	s.suspect()
	return nil
}

// usable returns an error if forced runs cannot be compared with an untouched run.
func (s *session) usable(r *oneRun) error {
	command := filepath.Base(s.command[0])
	switch {
	case r.result.Interrupted != 0:
		return errors.New("interrupted in an untouched run: nothing was tried")
	case !r.outcome.Ended && s.plain == nil:
		return fmt.Errorf("%s hangs when it is untouched: there is nothing to compare with; gomarmot report %s says "+
			"why", command, nearPath(r.log))
	case !r.outcome.Ended && r.log != "":
		return fmt.Errorf("%s came to its end in one untouched run, and not in another: there is nothing to compare "+
			"with; gomarmot report %s shows where its ranks are",
			command, nearPath(r.log))
	case r.result.Code != 0:
		return fmt.Errorf("%s fails when it is untouched (exit status %d): there is nothing to compare with; "+
			"gomarmot run shows what is wrong, and %s what it said",
			command, r.result.Code, nearPath(filepath.Join(r.dir, "stderr")))
	case r.log == "":
		return noLog(s.command, r.result)
	}
	return nil
}

// suspects maps rules, whose findings show where a choice may matter, to the kinds of these choices.
var suspects = map[string][]provoke.Kind{"MSG010": {provoke.Match}, "HANG004": {provoke.Send, provoke.Sync,
	provoke.Lock}}

// suspect marks the choices at calls that findings of the untouched run name.
func (s *session) suspect() {
	for i := range s.survey.Candidates {
		c := &s.survey.Candidates[i]
		for _, f := range s.plain.found.Findings {
			c.Suspect = c.Suspect || slices.Contains(suspects[f.RuleID], c.Kind) && (c.Wide || s.isAbout(&f, c))
		}
	}
}

// isAbout reports whether a finding is at the place of a choice.
func (s *session) isAbout(f *report.Finding, c *provoke.Candidate) bool {
	return slices.ContainsFunc(f.Sites, func(x report.Site) bool {
		return x.Rank == c.Rank && x.Call == c.Site.Call.String() && x.Place.String() == s.placeOf(c)
	})
}

// placeOf returns the place of the choice in the source; "everywhere" for calls at any place.
func (s *session) placeOf(c *provoke.Candidate) string {
	if c.Module == "" {
		return "everywhere"
	}
	return s.places.of(c)
}

// made is a forced run that has ended.
type made struct {
	trial provoke.Trial
	run   *oneRun
	err   error
}

// search makes runs until the budget is spent, at most --jobs at a time.
func (s *session) search() error {
	s.tried = provoke.NewSearch(s.survey, s.kinds)
	if took := time.Since(s.began); took >= s.flags.time {
		return fmt.Errorf("the untouched runs have taken %s, longer than --time allows: nothing was tried; set --time "+
			"to several times as long", took.Round(time.Second))
	}
	b := newBottom(s.app.err)
	if b != nil {
		defer b.clear()
	}
	results := make(chan made)
	n, running := plainRuns, 0
	var failed error
	for {
		for running < s.flags.jobs && failed == nil && n < plainRuns+s.flags.runs &&
			time.Since(s.began) < s.flags.time && !s.stopped {
			t, ok := s.tried.Next()
			if !ok {
				break
			}
			if b != nil {
				b.show(fmt.Sprintf("gomarmot: run %d of %d, %s: %s at %s", n-plainRuns+1, s.flags.runs,
					words.Count(len(s.hits), "difference"), t.Last().String(), s.placeOf(t.Last())))
			}
			go func(n int) {
				r, err := s.force(n, t.Choices())
				results <- made{t, r, err}
			}(n)
			n++
			running++
		}
		if running == 0 {
			return failed
		}
		e := <-results
		running--
		if e.err == nil && failed == nil {
			e.err = s.judged(e.run, e.trial)
		}
		failed = cmp.Or(failed, e.err)
	}
}

// judged compares a run of a trial with the untouched runs, and learns from it.
func (s *session) judged(r *oneRun, t provoke.Trial) error {
	if r.result.Interrupted != 0 {
		s.stopped = true
		return nil
	}
	reply, err := provoke.ReadReply(planOf(r.dir))
	if err != nil {
		return err
	}
	if reply.Damaged {
		return fmt.Errorf("the ranks could not read %s: it must be in a directory that all of them see; choose one "+
			"with --dir", nearPath(planOf(r.dir)))
	}
	if !reply.Forced[len(t.Set)-1] {
		s.missed++
	}
	d := s.expected.Compare(r.outcome)
	if r.unsure {
		d = nil
		s.unsure = append(s.unsure, r.number)
	}
	if d == nil && !r.outcome.Ended {
		s.slow++
	}
	if d != nil {
		s.hits = append(s.hits, hit{trial: t, number: r.number, Difference: *d, otherWay: s.wentOtherWay(r, t)})
	}
	s.learn(r, t, d != nil)
	return nil
}

// wentOtherWay reports whether receives from any source took other messages than in the untouched run, although the
// trial forced no `match` choice.
func (s *session) wentOtherWay(r *oneRun, t provoke.Trial) bool {
	if r.log == "" || slices.ContainsFunc(t.Set, func(c provoke.Candidate) bool { return c.Kind == provoke.Match }) {
		return false
	}
	survey, err := provoke.Look(r.log)
	return err == nil && !survey.SameWay(s.survey)
}

// learn tells the search the outcome of a run. Only logs of runs that made a difference are kept.
func (s *session) learn(r *oneRun, t provoke.Trial, different bool) {
	var survey *provoke.Survey
	if !different && !r.unsure && r.outcome.Ended && r.log != "" && t.Last().Kind == provoke.Match {
		survey, _ = provoke.Look(r.log) // nil: new choices are unknown
	}
	s.tried.Learn(t, different, survey, s.survey)
	if !different && !r.unsure && r.log != "" {
		removeLog(r.log)
	}
}

// removeLog removes the log of a run that does not differ from the untouched runs; files that cannot be removed stay.
func removeLog(log string) {
	_ = os.Remove(log)
	_ = os.RemoveAll(log + ".d")
}

// repeat makes run number N of an earlier session again, and reports on it as gomarmot run does.
func (s *session) repeat() error {
	var err error
	if s.dir, err = filepath.Abs(s.flags.dir); err != nil {
		return err
	}
	plan := planOf(s.dirOf(s.flags.again))
	if err := provoke.CheckPlan(plan); err != nil {
		return err
	}
	if err := s.setUp(); err != nil {
		return err
	}
	r := &oneRun{number: s.flags.again, dir: filepath.Join(s.dir, "again"), patience: 1}
	if err := os.RemoveAll(r.dir); err != nil {
		return err
	}
	if err := os.MkdirAll(r.dir, 0o777); err != nil {
		return err
	}
	own := planOf(r.dir)
	b, err := os.ReadFile(plan)
	if err != nil {
		return err
	}
	if err := os.WriteFile(own, b, 0o666); err != nil {
		return err
	}
	s.plain = &oneRun{took: stillLeast}
	return s.tellAgain(r, own)
}

// tellAgain makes the run, shows its output, and reports on it.
func (s *session) tellAgain(r *oneRun, plan string) error {
	if err := s.start(r, plan); err != nil {
		return err
	}
	reply, err := provoke.ReadReply(plan)
	if err != nil {
		return err
	}
	if reply.Damaged {
		return fmt.Errorf("%s is damaged, or belongs to another version of gomarmot; run gomarmot provoke again",
			nearPath(plan))
	}
	if r.log == "" {
		return noLog(s.command, r.result)
	}
	if len(reply.Forced) == 0 {
		s.app.note("nothing was forced: the program does not come to the call that the plan names, or the plan is " +
			"of another program")
	}
	text, err := os.ReadFile(filepath.Join(r.dir, "stdout"))
	if err != nil {
		return err
	}
	if _, err := s.app.out.Write(text); err != nil {
		return err
	}
	s.reporting.command, s.reporting.repeat = s.command, s.repeating(s.flags.again)
	return s.app.afterwards(s.command, r.record, r.result, s.reporting)
}
