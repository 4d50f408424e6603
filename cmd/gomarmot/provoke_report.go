package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/launch"
	"github.com/gomarmot/gomarmot/provoke"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// placer finds where choices are in the source.
type placer struct{ texts map[tracker.Site]string }

// newPlacer locates the candidates of the run whose log is at the path.
func newPlacer(log string, s *provoke.Survey) (*placer, error) {
	j, err := check.Read(log)
	if err != nil {
		return nil, err
	}
	defer j.Log.Close() // only read
	p := &placer{map[tracker.Site]string{}}
	for _, c := range s.Candidates {
		if c.Site.IsZero() {
			continue
		}
		p.texts[c.Site] = j.Trace(c.Site.Rank, c.Site.PC).Own().String()
	}
	return p, nil
}

func (p *placer) of(c *provoke.Candidate) string { return p.texts[c.Site] }

// report prints the report of the untouched run, with the findings of the forced runs.
func (s *session) report() error {
	s.hits = slices.DeleteFunc(s.hits, s.isWithin)
	slices.SortFunc(s.hits, func(a, b hit) int { return a.number - b.number })
	s.hits = s.merged(s.hits)
	s.reporting.also = func(found []*rules.Finding) []*rules.Finding {
		for _, f := range found {
			s.confirm(f)
		}
		for _, h := range s.hits {
			found = append(found, s.finding(&h))
		}
		return found
	}
	s.reporting.said = append(s.reporting.said, s.summary()...)
	s.reporting.command = s.command
	if err := s.app.tell(s.app.err, nearPath(s.plain.log), s.reporting); err != nil {
		return err
	}
	if s.stopped {
		s.app.code = exitSignal + 2
	}
	return nil
}

// isWithin reports whether a hit forced more than another hit: all places at once, or several choices.
func (s *session) isWithin(h hit) bool {
	last := h.trial.Last()
	return slices.ContainsFunc(s.hits, func(o hit) bool {
		narrower := len(h.trial.Set) == 1 && len(o.trial.Set) == 1 && last.Wide && o.trial.Last().Kind == last.Kind &&
			!o.trial.Last().Wide
		return narrower || h.trial.Within(&o.trial)
	})
}

// merged returns the hits, with one hit for all that have the same difference and the same severity.
func (s *session) merged(hits []hit) (out []hit) {
	for _, h := range hits {
		i := slices.IndexFunc(out, func(o hit) bool {
			return o.Rule == h.Rule && o.Where == h.Where && s.mayBeMeant(&o) == s.mayBeMeant(&h)
		})
		if i < 0 {
			out = append(out, h)
			continue
		}
		out[i].also = append(out[i].also, h)
	}
	return out
}

// mayBeMeant reports whether the program may print another result by intent.
func (s *session) mayBeMeant(h *hit) bool {
	return h.Rule == rules.ProvokedResult.ID && (h.trial.Text().Meant || h.otherWay || s.survey.Turns)
}

// forced says what the run of the hit forced.
func (h *hit) forced() string {
	var out []string
	for i := range h.trial.Set {
		out = append(out, h.trial.Set[i].Choice.String())
	}
	return strings.Join(out, ", and ")
}

// others says which other choices make the same difference; "" if there are none.
func (s *session) others(h *hit) string {
	if len(h.also) == 0 {
		return ""
	}
	var out []string
	for i := range h.also {
		o := &h.also[i]
		out = append(out, fmt.Sprintf("when %s at %s (run %d)", o.forced(), s.placeOf(o.trial.Last()), o.number))
	}
	if last := len(out) - 1; last > 0 && last < words.Few {
		out[last] = "and " + out[last]
	}
	same := "; the same happens "
	if h.Rule == rules.ProvokedResult.ID {
		same = "; the same line differs "
	}
	return same + words.Join(out, words.Few, ", ")
}

// finding describes how a forced run differs from the untouched runs.
func (s *session) finding(h *hit) *rules.Finding {
	text := h.trial.Text()
	f := &rules.Finding{
		Repeat: s.repeating(h.number),
		Rule:   rules.ByID(h.Rule), Scope: rules.RunsScope, Count: 1, Cite: text.Cite, Advice: text.Fix,
		Sites: s.sitesOf(h),
		Message: fmt.Sprintf("when %s, %s%s. The standard allows that: %s. gomarmot provoke --again %d repeats the run",
			h.forced(), h.Says, s.others(h), text.Allows, h.number),
	}
	f.Severity = f.Rule.Severity
	if broken := rules.ByID(h.Breaks); broken != nil && broken.Advice != "" {
		f.Advice = broken.Advice
	}
	if h.otherWay {
		f.Message += "; receives from any source took other messages than in the untouched run, which alone may be " +
			"the cause"
	}
	if s.mayBeMeant(h) {
		f.Severity = rules.Warning
		f.Advice += " If each of the results is right, nothing is wrong: suppress the finding."
	}
	for _, x := range f.Sites {
		f.Ranks = append(f.Ranks, int(x.Rank))
	}
	return f
}

// repeating is the command of gomarmot that makes forced run number n again, without the program.
func (s *session) repeating(n int) string {
	words := []string{"provoke", "--again", strconv.Itoa(n)}
	if s.flags.dir != provokeDir {
		words = append(words, "--dir", s.flags.dir)
	}
	if s.flags.setup != "" {
		words = append(words, "--setup", s.flags.setup)
	}
	return launch.Quote(nil, words)
}

// mostSites is how many calls a finding names.
const mostSites = 2 * words.Few

// sitesOf are the calls that a run forced, in the untouched run.
func (s *session) sitesOf(h *hit) []tracker.Site {
	var out []tracker.Site
	for _, c := range h.trial.Set {
		if !c.Site.IsZero() && !slices.Contains(out, c.Site) {
			out = append(out, c.Site)
		}
	}
	for _, c := range h.trial.Set {
		out = append(out, c.Sites[:min(len(c.Sites), words.Few)]...)
	}
	return out[:min(len(out), mostSites)]
}

// confirm says of a warning of the untouched run whether it came true.
func (s *session) confirm(f *rules.Finding) {
	kinds := suspects[f.Rule.ID]
	if !slices.ContainsFunc(kinds, func(k provoke.Kind) bool { return slices.Contains(s.kinds, k) }) {
		return
	}
	isAbout := func(c *provoke.Candidate) bool { return slices.Contains(kinds, c.Kind) && c.IsAt(f.Sites) }
	if !slices.ContainsFunc(s.survey.Candidates, func(c provoke.Candidate) bool { return isAbout(&c) }) {
		return // it cannot be forced
	}
	for _, h := range s.hits {
		for _, o := range append([]hit{h}, h.also...) {
			if isAbout(o.trial.Last()) {
				f.Message += fmt.Sprintf("; gomarmot provoke has confirmed it: %s, run %d", o.Rule, o.number)
				return
			}
		}
	}
	f.Message += "; gomarmot provoke has not confirmed it"
}

// summary says how much was tried.
func (s *session) summary() []string {
	out := []string{fmt.Sprintf("gomarmot provoke tried %s of %s that MPI had", words.Thousands(s.tried.Forced),
		words.Count(s.tried.Known, "choice"))}
	if s.missed > 0 {
		out = append(out, fmt.Sprintf("in %s what was to be forced was not possible: the program went another way, "+
			"or the message did not come", words.Count(s.missed, "run")))
	}
	if n := len(s.unsure); n > 0 {
		slices.Sort(s.unsure)
		runs := "run "
		if n > 1 {
			runs = "runs "
		}
		out = append(out, fmt.Sprintf("%s differed from the untouched runs, but not when repeated, so this is not "+
			"reported; gomarmot %s repeats run %d", runs+words.Spans(s.unsure), s.repeating(s.unsure[0]), s.unsure[0]))
	}
	if s.slow > 0 {
		out = append(out, fmt.Sprintf("%s %s", words.Count(s.slow, "run"),
			words.Agree(s.slow, "was ended after much more time than untouched runs take, without ranks that wait "+
				"forever")))
	}
	if !s.expected.Comparable {
		out = append(out, "two untouched runs printed different things ("+s.expected.Differs+"), so what runs print "+
			"was not compared")
	}
	return out
}
