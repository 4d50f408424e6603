package report

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker"
)

// locator finds the place of a return address of a rank: a site without the call's rank, kind and number. Addresses of
// the same call differ between ranks, so the rank is part of the question.
type locator interface {
	Locate(rank int32, pc uint64) Site
}

// owner is a locator of several jobs: it returns the log of a rank of another job, and the rank's number in that log.
// log is empty for other ranks.
type owner interface {
	Owner(rank int32) (log string, own int)
}

// build turns the findings of the rules into findings to print. Findings of
// a rule that differ only in rank, repetition or object are merged; a
// finding with a cause among fs moves under that cause.
func build(fs []*rules.Finding, loc locator) []Finding {
	// The finding of the lowest rank represents all findings that are joined with it.
	fs = slices.Clone(fs)
	slices.SortStableFunc(fs, func(a, b *rules.Finding) int { return cmp.Compare(lowest(a), lowest(b)) })
	b := &builder{loc: loc, effects: map[*rules.Finding][]*rules.Finding{}, caused: map[*rules.Finding]bool{}}
	rules.GroupUnfreed(fs, b.samePlace)
	known := map[*rules.Finding]bool{}
	for _, f := range fs {
		known[f] = true
	}
	var roots []*rules.Finding
	for _, f := range fs {
		cause := f.Cause
		if cause == nil || !known[cause] || causesItself(f, len(fs)) {
			roots = append(roots, f)
			continue
		}
		b.effects[cause], b.caused[f] = append(b.effects[cause], f), true
	}
	return normalizeFindings(b.convert(roots))
}

func lowest(f *rules.Finding) int {
	if len(f.Ranks) == 0 {
		return -1
	}
	return f.Ranks[0]
}

// causesItself reports whether the chain of causes has a loop, which would hide the findings of the loop. n is the
// number of findings.
func causesItself(f *rules.Finding, n int) bool {
	for c := f.Cause; c != nil && n > 0; c, n = c.Cause, n-1 {
		if c == f {
			return true
		}
	}
	return false
}

// line returns where a call is in the program's source; "", 0 if that is not known, or if a library makes the call.
func (b *builder) line(s tracker.Site) (file string, number int) {
	if b.loc == nil || s.PC == 0 {
		return "", 0
	}
	at := b.loc.Locate(s.Rank, s.PC)
	if at.library {
		return "", 0
	}
	return at.File, at.Line
}

// samePlace reports whether two calls are known to have the same place in the source.
func (b *builder) samePlace(s, t tracker.Site) bool {
	if b.loc == nil || s.PC == 0 || t.PC == 0 {
		return false
	}
	p, q := b.loc.Locate(s.Rank, s.PC), b.loc.Locate(t.Rank, t.PC)
	return p == q && p.Module != ""
}

type builder struct {
	loc     locator
	effects map[*rules.Finding][]*rules.Finding
	caused  map[*rules.Finding]bool
}

func (b *builder) convert(fs []*rules.Finding) []Finding {
	out := make([]Finding, 0, len(fs))
	for _, f := range fs {
		out = append(out, b.finding(f))
	}
	return mergeFindings(out)
}

func (b *builder) finding(f *rules.Finding) Finding {
	out := Finding{
		RuleID:       f.Rule.ID,
		Title:        f.Rule.Title,
		Severity:     f.SeverityIn(b.inLibrary(f)),
		Scope:        f.Scope,
		Ranks:        uniqueRanks(f.Ranks),
		Count:        f.Count,
		Object:       f.Object.Label,
		Message:      f.Message,
		Cite:         cmp.Or(f.Cite, f.Rule.Cite),
		Says:         cmp.Or(f.Says, f.Rule.Says),
		Advice:       cmp.Or(f.Advice, f.Rule.Advice),
		Consequences: b.convert(b.effects[f]),
	}
	if f.Object != (tracker.Object{}) {
		out.objects = []tracker.Object{f.Object}
	}
	if f.Short != "" && b.caused[f] {
		out.Message = f.Short
	}
	out.lacks, out.again = f.Lacks, f.Repeat
	for _, s := range f.Sites {
		out.Sites = append(out.Sites, newSite(s, b.loc))
	}
	out.marks = marksOf(f, b.loc)
	for _, r := range f.Related {
		out.Related = append(out.Related, Related{Site: newSite(r.Site, b.loc), Role: r.Role, Note: r.Note,
			alike: r.Alike})
	}
	if f.Rule.Located != nil {
		more, advice := f.Rule.Located(f, b.line)
		out.Message += more
		out.Advice = cmp.Or(advice, out.Advice)
	}
	return out
}

// inLibrary reports whether a library made the call at fault.
func (b *builder) inLibrary(f *rules.Finding) bool {
	if f.Rule.InLibrary == 0 || b.loc == nil || len(f.Sites) == 0 || f.Sites[0].PC == 0 {
		return false
	}
	return b.loc.Locate(f.Sites[0].Rank, f.Sites[0].PC).library
}

// EventNumber names a record of a rank by its number in its ring, after the number of the ring if that is not 0.
func EventNumber(ring uint16, seq uint32) string {
	if ring == 0 {
		return fmt.Sprint(seq)
	}
	return fmt.Sprintf("%d:%d", ring, seq)
}

// newSite locates a call. A zero site keeps only its rank; with a nil locator
// there is no place.
func newSite(s tracker.Site, loc locator) Site {
	var out Site
	if !s.IsZero() {
		if loc != nil && s.PC != 0 {
			out = loc.Locate(s.Rank, s.PC)
		}
		out.Call, out.Event = s.Call.String(), EventNumber(s.Ring, s.Seq)
	}
	out.Rank = int(s.Rank)
	if o, ok := loc.(owner); ok {
		out.log, out.own = o.Owner(s.Rank)
	}
	return out
}

// mark is the position of a finding on the timeline.
type mark struct {
	rank   int
	time   float64 // seconds
	stream int     // the number of the stream of a GPU, from 1; 0: the call has put no work on a stream
}

// timer is a locator that knows when calls were made.
type timer interface {
	When(tracker.Site) (float64, bool)
	// OnStream returns the number, from 0, of the stream that a call has put work on; false: the call has put work on
	// none.
	OnStream(tracker.Site) (int, bool)
}

// marksOf places a finding on the timeline; nil if there is no timeline.
func marksOf(f *rules.Finding, loc locator) []mark {
	clock, ok := loc.(timer)
	if !ok {
		return nil
	}
	var out []mark
	for _, s := range f.Sites {
		if m, ok := markOf(s, clock); ok {
			out = append(out, m)
		}
	}
	for i := range f.Related { // work on a GPU that the call at fault does not wait for
		if m, ok := markOf(f.Related[i].Site, clock); ok && m.stream > 0 {
			out = append(out, m)
		}
	}
	return out
}

func markOf(s tracker.Site, clock timer) (mark, bool) {
	t, ok := clock.When(s)
	m := mark{rank: int(s.Rank), time: t}
	if n, on := clock.OnStream(s); on {
		m.stream = n + 1
	}
	return m, ok
}
