package report

import (
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// WriteStandstill describes a running job that has made no progress for the time after (0: the user asked for the
// description): the calls of its ranks, the goals of their waits, and the findings that explain them. Findings of
// single ranks are left out because the run has already shown them.
func WriteStandstill(w io.Writer, r *Report, opt Options, after time.Duration) error {
	s := prepare(r, opt, false)
	t := newText(s)
	head := "gomarmot: the job is running; its ranks are here:"
	if after > 0 {
		head = fmt.Sprintf("gomarmot: no progress for %v. The job is still running; its ranks are here:",
			after.Round(time.Second/10))
	}
	t.text(head)
	t.line("")
	var gs grouping
	for _, e := range s.Ends {
		gs.add(standText(e), e.Waiting, e.Rank)
	}
	t.in(2, func() { t.groups(gs.list) })
	var why []*entry
	for _, f := range s.shown() {
		if f.MayHang() {
			why = append(why, f)
		}
	}
	t.findings(why)
	t.line("")
	if _, err := io.WriteString(w, t.b.String()); err != nil {
		return fmt.Errorf("write standstill: %w", err)
	}
	return nil
}

// MayHang reports whether a finding may explain why ranks make no progress.
func (f *Finding) MayHang() bool {
	return f.Scope == rules.JobScope && (f.Severity == rules.Error || f.isHang())
}

// Hung reports whether a finding explains why a rank of a running job can never return from its call.
func (r *Report) Hung() bool {
	in := map[string]bool{}
	for i := range r.Ends {
		if at := r.Ends[i].In; at != nil && at.Event != "" {
			in[rankEvent(at)] = true
		}
	}
	return slices.ContainsFunc(r.Findings, func(f Finding) bool {
		return f.Severity == rules.Error && f.isWait() && slices.ContainsFunc(f.Sites, func(s Site) bool {
			return in[rankEvent(&s)]
		})
	})
}

func rankEvent(s *Site) string { return fmt.Sprint(s.Rank, " ", s.Event) }

// waitFacts lists facts that explain why ranks wait forever.
var waitFacts = []fact.Kind{fact.OfHang, fact.OfMissing, fact.OfUnmatched, fact.OfDisagreement}

// isWait reports whether a finding explains why ranks wait forever.
func (f *Finding) isWait() bool {
	r := rules.ByID(f.RuleID)
	return r != nil && (r.Hangs || slices.ContainsFunc(r.Facts, func(k fact.Kind) bool {
		return slices.Contains(waitFacts, k)
	}))
}

// standText describes the call or state of a rank of a running job.
func standText(e RankEnd) string {
	s := endPhrases[e.How]
	switch {
	case e.How == Killed && e.In != nil && e.In.Call != "":
		s = "in " + callPlace(*e.In)
	case e.How == Killed:
		s = "outside of MPI calls; it may be computing"
	case e.How == NoLog:
		s = "no log yet"
	}
	return s
}
