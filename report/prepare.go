package report

import (
	"cmp"

	"github.com/gomarmot/gomarmot/foreign"
)

// sheet is a report as a format writes it. Texts are printable (see printable), paths are as people read them (see
// sitePath), and the ranks at the same place are joined.
type sheet struct {
	*Report          // without findings; each end has only its call. If the format is exact, the report is whole
	exact    *Report // normalized, with texts and paths as they were found
	opt      Options
	findings []*entry // all findings that no other finding causes
}

// entry is a finding as a format writes it.
type entry struct {
	Finding          // without Sites, Related and Consequences: these are in at, see and effects
	exact   *Finding // as it was found
	at, see groups   // the calls at fault, and the calls with which they conflict
	effects []*entry // the consequences
	cause   *entry   // nil if the finding is not a consequence
}

// prepare readies a report for a format, and leaves r as it is. Exact formats get the
// normalized report and nothing else.
func prepare(r *Report, opt Options, exact bool) *sheet {
	s := &sheet{exact: r.normalized(), opt: opt}
	s.Report = s.exact
	if exact {
		return s
	}
	d := &dresser{dir: opt.Dir, done: map[Site]*dressed{}}
	shown := *s.exact
	shown.Findings, shown.Ends = nil, nil
	shown = printable(shown)
	shown.Ends = d.ends(s.exact.Ends)
	s.Report = &shown
	s.findings = d.entries(s.exact.Findings, nil)
	return s
}

// counted returns the findings that are neither suppressed nor known, each with its consequences that are neither.
func (s *sheet) counted() []*entry { return prune(s.findings, (*Finding).counts) }

// shown are the findings that formats for people list.
func (s *sheet) shown() []*entry {
	return prune(s.findings, func(f *Finding) bool {
		return f.counts() || s.opt.ShowSuppressed && f.Suppressed != nil
	})
}

func prune(all []*entry, want func(*Finding) bool) []*entry {
	out := []*entry{}
	for _, e := range all {
		if want(&e.Finding) {
			pruned := *e
			pruned.effects = prune(e.effects, want)
			out = append(out, &pruned)
		}
	}
	return out
}

// flat lists findings, each before its consequences.
func flat(all []*entry) []*entry {
	var out []*entry
	for _, e := range all {
		out = append(append(out, e), flat(e.effects)...)
	}
	return out
}

// first returns the first call at fault; the zero Site if there is none.
func (e *entry) first() Site {
	if len(e.at) == 0 {
		return Site{}
	}
	return e.at[0].site
}

// summary returns the message; the title if there is no message.
func (e *entry) summary() string { return orElse(e.Message, e.Title) }

// dresser makes calls fit to be shown, each call only once: thousands of ranks may make the same call.
type dresser struct {
	dir  string            // paths are relative to this directory
	done map[Site]*dressed // by Site.anywhere
}

// dressed is a call fit to be shown, whatever its rank.
type dressed struct {
	Site
	text string // the result of callPlace
}

func (d *dresser) dress(s *Site) *dressed {
	key := s.anywhere()
	out := d.done[key]
	if out == nil {
		at := printable(key.from(d.dir))
		at.path = cmp.Or(s.File, s.Module)
		out = &dressed{at, callPlace(at)}
		d.done[key] = out
	}
	return out
}

func (d *dresser) site(s *Site) Site {
	out := d.dress(s).Site
	out.Rank, out.Event, out.log, out.own = s.Rank, foreign.Line(s.Event), s.log, s.own
	return out
}

// siteIf is site for a place that may be missing: nil.
func (d *dresser) siteIf(s *Site) *Site {
	if s == nil {
		return nil
	}
	out := d.site(s)
	return &out
}

func (d *dresser) entries(fs []Finding, cause *entry) []*entry {
	var out []*entry
	for i := range fs {
		f := &fs[i]
		e := &entry{Finding: *f, exact: f, cause: cause}
		e.Sites, e.Related, e.Consequences = nil, nil, nil
		e.Finding = printable(e.Finding)
		e.Says, e.Advice = foreign.Text(f.Says), foreign.Text(f.Advice) // the texts of a rule may have several lines
		var at, see grouping
		for i := range f.Sites {
			d.group(&at, &f.Sites[i], "")
		}
		for i := range f.Related {
			d.group(&see, &f.Related[i].Site, f.Related[i].Note)
		}
		e.at, e.see = at.list, see.list
		e.effects = d.entries(f.Consequences, e)
		out = append(out, e)
	}
	return out
}

// group adds a call to the group of ranks whose call has the same text.
func (d *dresser) group(g *grouping, s *Site, note string) {
	note = foreign.Line(note)
	text := joinText(d.dress(s).text, " - ", note)
	if one, fresh := g.put(text, s.Rank); fresh {
		one.text, one.note, one.site = text, note, d.site(s)
	}
}

// ends returns how the ranks ended, each with the call that it was in, or its last call.
func (d *dresser) ends(all []RankEnd) []RankEnd {
	out := make([]RankEnd, len(all))
	for i, e := range all {
		in, after := e.In, e.After
		e.In, e.After, e.About = nil, nil, nil
		e = printable(e)
		e.In, e.After = d.siteIf(in), d.siteIf(after)
		out[i] = e
	}
	return out
}
