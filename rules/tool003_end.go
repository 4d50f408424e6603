package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// RunEnd says how a run without MPI_Finalize ended.
var RunEnd = &Rule{
	ID:       "TOOL003",
	Title:    "run did not end in MPI_Finalize",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.1",
	Says:     "Every process that has initialized MPI calls MPI_Finalize before it ends.",
	Doc: "Some ranks ended without MPI_Finalize: they exited, called MPI_Abort, were ended inside an MPI call by an error " +
		"handler, or were killed. The finding says what is known about each of them.",
	Advice: "If the run was meant to end like this, nothing. If not, start with the errors in this report and the calls that " +
		"did not return.",
	Limit: "A rank that was killed outside recorded calls may have been anywhere.",
	Facts: []tracker.FactKind{tracker.FactEnds},
	Job: func(p *JobPass) {
		f := p.Fact.(*tracker.Ends)
		var r Report
		for _, e := range f.Ranks {
			if e.How == tracker.EndedFinalized {
				continue
			}
			r.Ranks = append(r.Ranks, int32(e.Rank))
			at := e.In
			if at.IsZero() {
				at = e.Last
			}
			if !at.IsZero() {
				r.Sites = append(r.Sites, at)
			}
		}
		p.Report(r, "%s", strings.Join(endNames(f.Ranks), "; "))
	},
}

// endNames says how the ranks ended, grouping those that ended the same way.
func endNames(ends []tracker.RankEnd) []string {
	type key struct {
		how string
		in  string
	}
	var order []key
	ranks, waits := map[key][]int32{}, map[key]string{}
	for _, e := range ends {
		k := key{how: e.How.String()}
		if !e.In.IsZero() {
			k.in = e.In.Call.String()
		}
		if e.How == tracker.EndedBusy && k.in != "" {
			k.how = tracker.EndedStuck.String()
		}
		if len(ranks[k]) == 0 {
			order = append(order, k)
			waits[k] = e.Waiting
		}
		ranks[k] = append(ranks[k], int32(e.Rank))
		if waits[k] != e.Waiting {
			waits[k] = ""
		}
	}
	var out []string
	for _, k := range order {
		s := fmt.Sprintf("%s %s", words.Ranks(ranks[k]), agree(k.how, len(ranks[k])))
		if k.in != "" {
			s += " (" + k.in + ")"
		}
		if waits[k] != "" {
			s += ", which " + waits[k]
		}
		out = append(out, s)
	}
	return out
}

// agree turns "was killed" into "were killed" for several ranks.
func agree(how string, n int) string {
	if n > 1 {
		if rest, ok := strings.CutPrefix(how, "was "); ok {
			return "were " + rest
		}
	}
	return how
}
