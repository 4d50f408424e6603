package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// collAmounts is data of a collective call on whose amount or types ranks disagree.
var collAmounts = &Rule{
	ID:       "COLL004",
	MPI:      "1.0",
	Title:    "amounts or types of collective data do not match",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "In a collective call the data that a rank sends to another rank, or to itself, has exactly the type " +
		"signature with which it is received; all ranks of a broadcast or a reduction pass the same amount and type.",
	Doc: "One rank sends more or less data than another rank receives from it, or data of another type. Unlike a " +
		"message, the data of a collective call must not be shorter than the receive buffer. The results are " +
		"truncated or mixed up, memory behind the buffer is overwritten, or the call aborts or hangs, depending on " +
		"the algorithm that the MPI library chooses. " + otherCDoc,
	Advice: "Pass counts and datatypes that describe the same data on both ranks; send the counts first where only " +
		"one rank knows them.",
	Silent: []string{
		"different datatypes with the same sequence of basic types",
		otherCSilent,
		"arguments that are significant only at the root, on other ranks",
		"counts that differ between pairs of ranks, where each pair agrees",
		"any datatype with a count of 0 on both sides",
		"the ranks of an intercommunicator that take no part",
	},
	Limit: "Datatypes with several basic types, and names of fixed width or of Fortran, are compared by size and " +
		"class of their elements; so are datatypes on intercommunicators, in neighborhood calls, and in calls with " +
		"counts for each rank at both ends. MPI_PACKED is compared with MPI_PACKED only. Datatypes that were not " +
		"created by a recorded call are not compared, nor is data between neighbors if only one of them names the " +
		"other. Each call is reported for one pair of ranks.",
	Between: true,
	Facts:   []fact.Kind{fact.OfUneven, fact.OfMatched},
	Job: func(p *JobPass) {
		if f, ok := p.Fact.(*fact.Matched); ok {
			reportOtherC(p, f)
			return
		}
		f := p.Fact.(*fact.Uneven)
		r := Report{Sites: []tracker.Site{f.A.Site, f.B.Site}, Object: f.Object}
		if f.A.Site.Rank == f.B.Site.Rank {
			r.Sites = r.Sites[:1]
		}
		r.Related = derivedAt(r.Related, fmt.Sprintf("the datatype of rank %d", f.A.Site.Rank), f.A.Type)
		if f.B.Type != f.A.Type {
			r.Related = derivedAt(r.Related, fmt.Sprintf("the datatype of rank %d", f.B.Site.Rank), f.B.Type)
		}
		p.Report(r, "%s: %s%s", f.Call, bothAmounts(f), differenceAt(f))
	},
}

// reportOtherC reports data that is sent as one type of C and received as another.
func reportOtherC(p *JobPass, f *fact.Matched) {
	from, into, why := otherCAmong(f)
	if why == "" {
		return
	}
	a, b := f.Row[from].Site, f.Row[into].Site
	r := Report{Sites: []tracker.Site{a, b}, Object: f.Object, Severity: Warning}
	if a.Rank == b.Rank {
		r.Sites = r.Sites[:1]
	}
	p.Report(r, "%s: %s (rank %d to rank %d)", f.Call, why, a.Rank, b.Rank)
}

// bothAmounts describes the data that the two ranks give and take.
func bothAmounts(f *fact.Uneven) string {
	a, b := dataOf(&f.A), dataOf(&f.B)
	ra, rb := f.A.Site.Rank, f.B.Site.Rank
	if f.Exchange != calls.ExchangeSame {
		if ra == rb {
			return fmt.Sprintf("rank %d sends %s to itself, but receives %s from itself", ra, a, b)
		}
		return fmt.Sprintf("rank %d sends %s to rank %d, which receives %s from it", ra, a, rb, b)
	}
	where := ""
	switch {
	case f.Total:
		where = " in all blocks"
	case f.Block >= 0:
		where = fmt.Sprintf(" in block %d", f.Block)
	}
	root := ""
	if f.A.Root {
		root = ", the root,"
	}
	return fmt.Sprintf("rank %d%s gives %s%s, rank %d gives %s", ra, root, a, where, rb, b)
}

// dataOf describes data, without the names that the program gives its datatypes, which may change later.
func dataOf(a *fact.Amount) string {
	bytes := datatype.MulSat(a.Count, a.Type.Size)
	switch {
	case bytes == 0:
		return "nothing"
	case a.Type.Predef != nil:
		return fmt.Sprintf("%d %s (%s)", a.Count, a.Type.Predef.Name, words.Count(bytes, "byte"))
	}
	return fmt.Sprintf("%d of a %s datatype (%s)", a.Count, a.Type.Kind, words.Count(bytes, "byte"))
}

// differenceAt says where the types differ; "" if only the amounts do.
func differenceAt(f *fact.Uneven) string {
	m := f.Why
	if m.FromBasic == nil {
		return ""
	}
	if f.A.Site.Rank == f.B.Site.Rank {
		return fmt.Sprintf("; basic element %d is %s where it is sent and %s where it is received", m.Element,
			m.FromBasic.Predef.Name, m.IntoBasic.Predef.Name)
	}
	return fmt.Sprintf("; basic element %d is %s on rank %d and %s on rank %d", m.Element,
		m.FromBasic.Predef.Name, f.A.Site.Rank, m.IntoBasic.Predef.Name, f.B.Site.Rank)
}
