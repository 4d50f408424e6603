package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Pass is what a rank rule sees: one call of one rank and the state before it.
// In Finish there is no call.
type Pass struct {
	Rank *tracker.Rank
	Call *tracker.Call
	// Win is the window the call acts on; nil if the call names none, or an
	// unknown one.
	Win *tracker.Win
	// File is the file the call acts on; nil likewise.
	File *tracker.File
	rule *Rule
	c    *Checker
}

// At returns a related call; the note says what it did.
func At(s tracker.Site, note string) Related { return Related{Site: s, Note: note} }

// Report reports the call.
func (p *Pass) Report(related []Related, format string, args ...any) {
	p.ReportAt(p.Call.Site, p.object(), related, format, args...)
}

// ReportAt reports a call other than the current one, on the named object.
func (p *Pass) ReportAt(s tracker.Site, object string, related []Related, format string, args ...any) {
	p.c.add(Report{Sites: []tracker.Site{s}, Related: related, Object: object}, p.rule, format, args)
}

// ReportAs reports the call with a severity other than the rule's.
func (p *Pass) ReportAs(sev Severity, related []Related, format string, args ...any) {
	p.c.add(Report{Sites: []tracker.Site{p.Call.Site}, Related: related, Object: p.object(), Severity: sev}, p.rule, format, args)
}

func (p *Pass) object() string {
	switch {
	case p.Call == nil:
		return ""
	case p.Win != nil:
		return p.Win.String()
	case p.File != nil:
		return p.File.String()
	case p.Call.Comm != nil:
		return p.Call.Comm.String()
	}
	return ""
}

// JobPass is what a job rule sees: one fact about several ranks.
type JobPass struct {
	Fact tracker.Fact
	rule *Rule
	c    *Checker
}

// Report is the content of a finding.
type Report struct {
	Sites   []tracker.Site // the calls at fault; the first one leads
	Ranks   []int32        // set if there are more ranks than those of Sites
	Related []Related
	Object  string
	// Blames are calls in which ranks are stuck, so that they cannot make the
	// call that this finding misses: a finding about one of these calls is
	// its cause.
	Blames   []tracker.Site
	Severity Severity // zero: the rule's
}

// Report reports a finding of the rule.
func (p *JobPass) Report(r Report, format string, args ...any) { p.c.add(r, p.rule, format, args) }

// Checker runs rules over the events of ranks and collects what they find.
type Checker struct {
	// OnNew, if set, is called with each finding when it is first reported.
	OnNew func(*Finding)

	check, done [calls.MaxKind][]watcher
	finish      []*Rule
	facts       [tracker.MaxFactKind][]*Rule
	found       map[foundKey]*Finding
	order       []*Finding
	pass        Pass
	job         JobPass
}

// watcher is a rule with its function for one kind of call. The function is
// copied here because calls that many rules watch are frequent.
type watcher struct {
	rule *Rule
	run  func(*Pass)
}

// foundKey decides which findings of a rule are repetitions of each other.
type foundKey struct {
	rule    *Rule
	rank    int32
	call    calls.Kind
	pc      uint64
	related uint64
	object  string
}

// NewChecker returns a checker for the given rules.
func NewChecker(rules []*Rule) *Checker {
	c := &Checker{found: map[foundKey]*Finding{}}
	for _, r := range rules {
		for _, k := range r.On {
			if r.Check != nil {
				c.check[k] = append(c.check[k], watcher{r, r.Check})
			}
			if r.Done != nil {
				c.done[k] = append(c.done[k], watcher{r, r.Done})
			}
		}
		if r.Finish != nil {
			c.finish = append(c.finish, r)
		}
		for _, f := range r.Facts {
			c.facts[f] = append(c.facts[f], r)
		}
	}
	return c
}

// Call runs the rank rules on one side of a call, before it is applied.
//
// After events were lost, the state of the rank is a guess, so no rule checks it
// (TOOL002 says so).
func (c *Checker) Call(r *tracker.Rank, call *tracker.Call, m tracker.Moment) {
	if r.Gap {
		return
	}
	set := c.check[call.Kind]
	if m == tracker.Returned {
		set = c.done[call.Kind]
	}
	if len(set) == 0 {
		return
	}
	p := &c.pass
	p.Rank, p.Call, p.Win, p.File, p.c = r, call, call.Win, call.File, c
	for i := range set {
		p.rule = set[i].rule
		set[i].run(p)
	}
}

// Finish runs the rules that check the end of a rank.
func (c *Checker) Finish(r *tracker.Rank) {
	for _, rule := range c.finish {
		if r.Gap && rule != LostEvents {
			continue
		}
		c.pass = Pass{Rank: r, rule: rule, c: c}
		rule.Finish(&c.pass)
	}
}

// Fact runs the job rules on a fact.
func (c *Checker) Fact(f tracker.Fact) {
	for _, rule := range c.facts[f.Kind()] {
		c.job = JobPass{Fact: f, rule: rule, c: c}
		rule.Job(&c.job)
	}
}

// Findings returns what was found, in order of first occurrence.
func (c *Checker) Findings() []*Finding { return c.order }

// add creates a finding, or counts a repetition of one.
func (c *Checker) add(r Report, rule *Rule, format string, args []any) {
	key := foundKey{rule: rule, object: r.Object}
	if len(r.Sites) > 0 {
		key.rank, key.call, key.pc = r.Sites[0].Rank, r.Sites[0].Call, r.Sites[0].PC
	}
	if len(r.Related) > 0 {
		key.related = r.Related[0].Site.PC
	}
	if f := c.found[key]; f != nil {
		f.Count++
		return
	}
	f := &Finding{Rule: rule, Severity: rule.Severity, Count: 1, Object: r.Object,
		Message: fmt.Sprintf(format, args...), Sites: r.Sites, Blames: r.Blames}
	if r.Severity != 0 {
		f.Severity = r.Severity
	}
	for _, rel := range r.Related {
		if !rel.Site.IsZero() {
			f.Related = append(f.Related, rel)
		}
	}
	f.Ranks = ranksOf(r)
	c.found[key] = f
	c.order = append(c.order, f)
	if c.OnNew != nil {
		c.OnNew(f)
	}
}
