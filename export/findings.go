package export

import (
	"slices"

	"github.com/gomarmot/gomarmot/report"
	"github.com/gomarmot/gomarmot/rules"
)

// roleFault is the role of a call at fault. Other calls have the roles of the JSON report.
const roleFault = "fault"

// findings writes findings and, after each of them, its consequences. cause is the ID of their cause, or nil.
func (x *exporter) findings(list []report.Finding, cause *int64, w *watcher) error {
	for i := range list {
		f := &list[i]
		out := newFinding(f, w)
		below := cause
		if x.selects(out) {
			x.end.Findings++
			out.ID, out.Cause = x.end.Findings, cause
			below = &out.ID
			if err := x.sink.Finding(out); err != nil {
				return err
			}
		}
		if err := x.findings(f.Consequences, below, w); err != nil {
			return err
		}
	}
	return nil
}

func newFinding(f *report.Finding, w *watcher) *findingRecord {
	out := &findingRecord{
		Record: "finding", Rule: f.RuleID, Severity: f.Severity.String(), Title: f.Title, Message: clean(f.Message),
		Object: clean(f.Object),
		Ranks:  append([]int{}, f.Ranks...), Count: f.Count, Citation: f.Cite, Says: f.Says, Advice: f.Advice,
		Fingerprint: f.Fingerprint,
		Suppressed:  f.Suppressed != nil,
		Calls:       []siteRecord{},
	}
	for i := range f.Sites {
		out.Calls = append(out.Calls, newSite(roleFault, &f.Sites[i], "", w))
	}
	for i := range f.Related {
		out.Calls = append(out.Calls, newSite(f.Related[i].Role, &f.Related[i].Site, f.Related[i].Note, w))
	}
	return out
}

func newSite(role rules.Role, s *report.Site, note string, w *watcher) siteRecord {
	pin := w.pins[named{s.Rank, s.Event}]
	return siteRecord{Role: string(role), Rank: s.Rank, Thread: pin.Thread, Number: s.Event, Call: s.Call,
		Entered: pin.Entered, File: clean(s.File), Line: s.Line, Function: clean(s.Func), Note: clean(note)}
}

// selects reports whether a finding names a selected call or, if it names no call, concerns a selected rank.
func (x *exporter) selects(f *findingRecord) bool {
	where := x.opt.Where
	if len(f.Calls) == 0 {
		return slices.ContainsFunc(f.Ranks, where.rank) || len(f.Ranks) == 0
	}
	return slices.ContainsFunc(f.Calls, func(s siteRecord) bool { return where.fits(s.Rank, s.Call, s.Entered) })
}
