package rules

import (
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Pass is the view of a rank rule: a call of a rank and the rank's state before the call.
// In Finish there is no call.
type Pass struct {
	Rank *rank.Rank
	Call *call.Call
	// Win is the window that the call acts on; nil if the call names no window or an unknown window.
	Win *windows.Win
	// File is the file that the call acts on; nil if the call names no file or an unknown file.
	File *files.File
	// Program is the program's own accesses between two calls; nil if the pass is about a call.
	Program *memory.Program
	rule    *Rule
	clause  Clause // the requirement that is checked; zero: the rule's
	c       *Checker
}

// At returns a related call with its role and a note.
func At(role Role, s tracker.Site, note string) Related {
	return Related{Site: s, Role: role, Note: note}
}

// LinkedAt returns the call that has linked the job with another job, with a note.
func LinkedAt(s tracker.Site, note string) Related { return At(roleCreated, s, note) }

// Report reports the call.
func (p *Pass) Report(related []Related, format string, args ...any) {
	p.ReportAt(p.Call.Site, p.object(), related, format, args...)
}

// ReportAt reports a call other than p.Call, on the named object.
func (p *Pass) ReportAt(s tracker.Site, object tracker.Object, related []Related, format string, args ...any) {
	p.add(Report{Sites: []tracker.Site{s}, Related: related, Object: object}, format, args)
}

func (p *Pass) add(r Report, format string, args []any) {
	r.scope = RankScope
	if p.clause != (Clause{}) {
		r.Clause = p.clause
	}
	p.c.add(r, p.rule, format, args)
}

// ReportLacking is like ReportAt, for a finding about which mode m would tell more.
func (p *Pass) ReportLacking(m Mode, s tracker.Site, object tracker.Object, related []Related, format string,
	args ...any) {
	p.add(Report{Sites: []tracker.Site{s}, Related: related, Object: object, Lacks: m}, format, args)
}

// ReportTimes reports a call that was at fault n times.
func (p *Pass) ReportTimes(n int64, s tracker.Site, related []Related, format string, args ...any) {
	p.add(Report{Sites: []tracker.Site{s}, Related: related, Count: n}, format, args)
}

// ReportAs reports the call with a severity other than the rule's.
func (p *Pass) ReportAs(sev Severity, related []Related, format string, args ...any) {
	p.add(Report{Sites: []tracker.Site{p.Call.Site}, Related: related, Object: p.object(), Severity: sev}, format, args)
}

// NoteAt reports a call other than p.Call that may be at fault.
func (p *Pass) NoteAt(s tracker.Site, format string, args ...any) {
	p.add(Report{Sites: []tracker.Site{s}, Severity: Note}, format, args)
}

// openCalls yields the calls of these kinds that have not returned on this rank.
func (p *Pass) openCalls(kinds []calls.Kind) iter.Seq[*call.Call] {
	return func(yield func(*call.Call) bool) {
		for i := range p.Rank.Threads.Rings() {
			if c := p.Rank.Threads.OpenCall(i); c != nil && slices.Contains(kinds, c.Kind) && !yield(c) {
				return
			}
		}
	}
}

func (p *Pass) object() tracker.Object {
	if p.Call == nil {
		return tracker.Object{}
	}
	return p.Call.Object()
}

// JobPass is the view of a job rule: a fact about several ranks.
type JobPass struct {
	Fact fact.Fact
	rule *Rule
	c    *Checker
}

// Report is the content of a finding.
type Report struct {
	Sites   []tracker.Site // the calls at fault; the first leads
	Ranks   []int32        // all ranks concerned, if they are more than the ranks of Sites
	Related []Related
	Object  tracker.Object
	// Blames are calls that ranks are stuck in and that keep them from making the missing call: a finding about any of
	// these calls is the cause.
	Blames []tracker.Site
	// Made are the calls that created the object of the finding: if the ranks created it with different arguments
	// (OBJ005), that is the cause.
	Made []tracker.Site
	// Row has the calls of all ranks of a collective call, of which Sites has some.
	Row      []tracker.Site
	Severity Severity // zero: the rule's
	Count    int64    // how often the fault occurred; zero: once
	// Advice takes the place of the rule's advice; empty: the rule's.
	Advice string
	// Clause is the requirement that is broken; zero: the rule's.
	Clause Clause
	// Short is the message of the finding if it is a consequence; empty: the full message.
	Short string
	// Lacks is the mode of gomarmot that would have told more; "": no mode.
	Lacks Mode
	scope Scope
}

// Report reports a finding of the rule.
func (p *JobPass) Report(r Report, format string, args ...any) {
	r.scope = JobScope
	p.c.add(r, p.rule, format, args)
}

// Set is rules made ready to run. It is never changed: the checkers of all ranks
// share it.
type Set struct {
	check, done [calls.MaxKind]watchers
	program     []watcher
	gpu         []watcher
	finish      []*Rule
	facts       [fact.Kinds][]*Rule
}

// watcher is a function of a rule for a kind of call, with copies of the rule's fields, since calls that many rules
// watch are frequent.
type watcher struct {
	rule *Rule
	run  func(*Pass)
	only Sign // run finds nothing in a call without any of these signs; 0: it may
	args bool // Rule.Arguments, when calls are entered
}

// watchers are the watchers of a kind of call.
type watchers struct {
	all   []watcher
	plain []watcher // for calls without signs
	state []watcher // the part of plain that does not look at arguments alone
	asks  Sign      // the signs that some watcher needs
	args  bool      // some watchers look at arguments alone
	// faulty: all watchers find something only in calls that have failed, or whose object is odd.
	faulty bool
}

// add adds a watcher for calls of kind k.
func (w *watchers) add(r *Rule, run func(*Pass), k calls.Kind, m record.Moment) {
	x := watcher{rule: r, run: run, args: r.Arguments && m == record.Entered}
	if knows(k, m, r.If) {
		x.only = r.If
	}
	w.all = append(w.all, x)
	w.asks |= x.only
	w.args = w.args || x.args
	w.faulty = len(w.all) == 1 || w.faulty
	w.faulty = w.faulty && x.only != 0 && x.only&^(OddObject|Failed) == 0
	if x.only == 0 {
		w.plain = append(w.plain, x)
		if !x.args {
			w.state = append(w.state, x)
		}
	}
}

// NewSet makes rules ready to run.
func NewSet(rules []*Rule) *Set {
	s := &Set{}
	for _, r := range rules {
		for _, k := range r.On {
			if r.Check != nil {
				s.check[k].add(r, r.Check, k, record.Entered)
			}
			switch {
			case r.Done == nil:
			case r.Check == nil && calls.ByKind(k).Rec != calls.Both:
				s.check[k].add(r, r.Done, k, record.Entered)
			default:
				s.done[k].add(r, r.Done, k, record.Returned)
			}
		}
		if r.Program != nil {
			s.program = append(s.program, watcher{rule: r, run: r.Program})
		}
		if r.GPU != nil {
			s.gpu = append(s.gpu, watcher{rule: r, run: r.GPU})
		}
		if r.Finish != nil {
			s.finish = append(s.finish, r)
		}
		for _, f := range r.Facts {
			s.facts[f] = append(s.facts[f], r)
		}
	}
	return s
}

// Checker runs a set of rules over a rank's calls, or over facts about several
// ranks, and collects their findings. A single goroutine uses it.
type Checker struct {
	// OnNew, if set, sees each finding when it is first made.
	OnNew func(*Finding)

	set   *Set
	found map[foundKey]*Finding
	fresh []*Finding // findings that New has not returned yet
	pass  Pass
	job   JobPass
	// reports counts the reports of rules.
	reports int64
}

// Checker returns a checker of the set's rules.
func (s *Set) Checker() *Checker { return &Checker{set: s} }

// foundKey is equal for findings that are repetitions of the same finding.
type foundKey struct {
	rule    *Rule
	rank    int32
	call    calls.Kind
	pc      uint64
	related uint64
	object  tracker.Object // its ObjectKey
}

// Call runs the rank rules on the entry or the return of a call, before it is applied.
//
// After records of the rank were lost, the state of the rank is a guess: no rule judges its calls any more (TOOL002
// says so).
func (c *Checker) Call(r *rank.Rank, call *call.Call, m record.Moment) {
	if r.Gap {
		return
	}
	c.call(r, call, m)
	if call.Kind == calls.FreeMem {
		if x := r.Memory.FreesMemory(call, m); x != nil {
			c.Program(r, x)
		}
	}
}

func (c *Checker) call(r *rank.Rank, call *call.Call, m record.Moment) {
	w, j := &c.set.check[call.Kind], r.Judged(call)
	if m == record.Returned {
		w = &c.set.done[call.Kind]
		if w.faulty && j != nil && call.RC == 0 {
			return
		}
	}
	if len(w.all) == 0 {
		return
	}
	p := &c.pass
	run, signs := w.plain, Sign(0)
	if w.asks != 0 {
		if signs = p.signs(r, call, m, w.asks, j); signs != 0 {
			run = w.all
		}
	}
	keeps := j != nil && m == record.Entered && w.args
	silent := keeps && j.Silent && Sign(j.SilentFor) == signs
	if silent && signs == 0 {
		run = w.state
	}
	if len(run) == 0 {
		return
	}
	p.on(r, call)
	p.c = c
	before := c.reports
	for i := range run {
		if x := &run[i]; (x.only == 0 || x.only&signs != 0) && !(silent && x.args) {
			p.rule = x.rule
			x.run(p)
		}
	}
	if keeps && !silent && c.reports == before {
		j.Silent, j.SilentFor = true, uint16(signs)
	}
}

// on sets the call that the pass is about.
func (p *Pass) on(r *rank.Rank, c *call.Call) {
	p.Rank, p.Call, p.Win, p.File, p.Program = r, c, c.Win, c.File, nil
}

// Program runs the rank rules on loads or stores of the program, or on work on GPUs.
func (c *Checker) Program(r *rank.Rank, x *memory.Program) {
	if r.Gap {
		return
	}
	c.pass = Pass{Rank: r, Program: x, c: c}
	run := c.set.program
	if x.GPU != nil {
		run = c.set.gpu
	}
	for i := range run {
		w := &run[i]
		c.pass.rule = w.rule
		w.run(&c.pass)
	}
}

// Finish runs the rules that look at the end of a rank.
func (c *Checker) Finish(r *rank.Rank) {
	for _, rule := range c.set.finish {
		if r.Gap && !rule.AfterGap {
			continue
		}
		c.pass = Pass{Rank: r, rule: rule, c: c}
		rule.Finish(&c.pass)
	}
}

// foundErrors reports whether rules have found errors of the rank.
func (c *Checker) foundErrors() bool {
	for _, f := range c.found {
		if f.Severity == Error {
			return true
		}
	}
	return false
}

// Fact runs the job rules on a fact.
func (c *Checker) Fact(f fact.Fact) {
	for _, rule := range c.set.facts[f.Kind()] {
		c.job = JobPass{Fact: f, rule: rule, c: c}
		rule.Job(&c.job)
	}
}

// New returns the findings since the last call of New, in order of first occurrence.
func (c *Checker) New() []*Finding {
	f := c.fresh
	c.fresh = nil
	return f
}

// repeats adds a report about the same fault. A more severe report about the same call instead replaces the message: it
// describes the consequence of the fault.
func (f *Finding) repeats(times int64, r *Report, format string, args []any) {
	f.name(r)
	severity := cmp.Or(r.Severity, f.Rule.Severity)
	sameCall := len(r.Sites) > 0 && len(f.Sites) > 0 && r.Sites[0] == f.Sites[0]
	if !sameCall || severity <= f.Severity {
		f.Count += times
		return
	}
	f.Severity, f.Message = severity, fmt.Sprintf(format, args...)
}

// name adds the loads and stores of a report about the same call, at other places, to the calls that conflict.
func (f *Finding) name(r *Report) {
	for _, s := range r.Sites[min(1, len(r.Sites)):] {
		named := func(o tracker.Site) bool { return o.PC == s.PC && o.Call == s.Call }
		if !s.Call.Program() || len(f.Related) >= maxNamed || slices.ContainsFunc(f.Sites, named) ||
			slices.ContainsFunc(f.Related, func(o Related) bool { return named(o.Site) }) {
			continue
		}
		f.Related = append(f.Related, Related{Site: s, Role: roleConflicts,
			Note: "this " + s.Call.String() + " conflicts with that call, too", Alike: true})
	}
}

// add makes a finding, or counts a repetition.
func (c *Checker) add(r Report, rule *Rule, format string, args []any) {
	c.reports++
	key := foundKey{rule: rule, object: ObjectKey(r.Object)}
	if len(r.Sites) > 0 {
		key.rank, key.call, key.pc = r.Sites[0].Rank, r.Sites[0].Call, r.Sites[0].PC
	}
	if len(r.Related) > 0 {
		key.related = r.Related[0].Site.PC
	}
	times := max(r.Count, 1)
	if f := c.found[key]; f != nil {
		f.repeats(times, &r, format, args)
		return
	}
	f := &Finding{Rule: rule, Severity: rule.Severity, Scope: r.scope, Count: times, Object: r.Object,
		Message: fmt.Sprintf(format, args...), Sites: r.Sites, Blames: r.Blames, Made: r.Made, Row: r.Row,
		Short: r.Short, Lacks: r.Lacks, Cite: r.Clause.Cite, Says: r.Clause.Says, Advice: r.Advice}
	if r.Severity != 0 {
		f.Severity = r.Severity
	}
	for _, rel := range r.Related {
		if !rel.Site.IsZero() {
			f.Related = append(f.Related, rel)
		}
	}
	f.Ranks = ranksOf(r)
	if c.found == nil {
		c.found = map[foundKey]*Finding{}
	}
	c.found[key] = f
	c.fresh = append(c.fresh, f)
	if c.OnNew != nil {
		c.OnNew(f)
	}
}
