package rules

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// viewsDiffer is a use of the shared file pointer under different views.
var viewsDiffer = &Rule{
	ID:       "FILE009",
	MPI:      "2.0",
	Title:    "shared file pointer used while the views of the ranks differ",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Data Access with Shared File Pointers",
	Says: "For accesses through the shared file pointer, including ordered ones, all processes have the same " +
		"view of the file.",
	Doc: "The shared file pointer counts etypes of a view. If each rank has its own view, the same position means " +
		"different bytes on each rank: records overwrite each other, or leave gaps.",
	Advice: "Set the same view on all ranks, or use the individual file pointer or explicit offsets.",
	Silent: []string{
		"different views with individual file pointers and explicit offsets",
		"different datatypes with the same layout",
		"the shared file pointer after an MPI_File_set_view that made the views equal again",
	},
	Limit: "Layouts with more than 4096 pieces are not compared.",
	Facts: []fact.Kind{fact.OfViews},
	Job: func(p *JobPass) {
		f := *p.Fact.(*fact.Views)
		if f.A.Site.Rank > f.B.Site.Rank {
			f.A, f.B = f.B, f.A
		}
		related := []Related{At(roleBegan, f.A.Site, fmt.Sprintf("the view of rank %d was set here", f.A.Site.Rank)),
			At(roleBegan, f.B.Site, fmt.Sprintf("the view of rank %d was set here", f.B.Site.Rank))}
		what := ""
		a, b := fmt.Sprint(f.A.Disp), fmt.Sprint(f.B.Disp)
		switch f.A.Differs(&f.B) {
		case fact.Displacement:
			what = "displacement"
		case fact.EType:
			what, a, b = "etype", f.A.EType, f.B.EType
		case fact.FileType:
			what, a, b = "filetype", f.A.FType, f.B.FType
		}
		if a == b {
			a, b = "a "+a, "a different one"
		}
		uses := slices.SortedFunc(slices.Values(f.Uses), func(x, y tracker.Site) int {
			return cmp.Compare(x.Rank, y.Rank)
		})
		who := fmt.Sprintf("%s of rank %d", uses[0].Call, uses[0].Rank)
		if len(uses) > 1 {
			who += fmt.Sprintf(" and %s of rank %d", uses[1].Call, uses[1].Rank)
		}
		p.Report(Report{Sites: uses, Related: related, Object: f.Object},
			"%s while the views differ: %s %s on rank %d, %s on rank %d", who, what, a, f.A.Site.Rank, b, f.B.Site.Rank)
	},
}
