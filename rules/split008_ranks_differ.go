package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// splitRanksDiffer is a split collective on which the ranks disagree.
var splitRanksDiffer = &Rule{
	ID:       "SPLIT008",
	MPI:      "2.0",
	Title:    "ranks disagree on a split collective",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says: "Begin calls and end calls are collective over the ranks that opened the file, in the same order; a split " +
		"collective does not match the blocking collective of the same name.",
	Doc: "At the same point in the order of calls on the file, one rank is in a different call than the others, or " +
		"never arrives. A library may do the whole operation in the begin or in the end: ranks that differ then wait " +
		"for each other, or exchange data of different operations.",
	Advice: "Make all ranks that opened the file make the same begin and end calls; a rank without data takes part " +
		"with count 0.",
	Silent: []string{"different counts, offsets and datatypes", "ranks with no bytes to move",
		"files opened on MPI_COMM_SELF"},
	Limit: "After the first difference on a file, its later calls are not checked.",
	Facts: []fact.Kind{fact.OfDisagreement, fact.OfMissing},
	Job: func(p *JobPass) {
		switch f := p.Fact.(type) {
		case *fact.Disagreement:
			if ofSplit(f) {
				splitClash(p, f)
			}
		case *fact.Missing:
			if !isSplit(f.Call) {
				return
			}
			r := Report{Sites: fewSites(f.Arrived), Ranks: worldRanks(f.Arrived), Object: f.Object, Made: f.Made}
			r.blame(f.Absent...)
			p.Report(r, "%s is reached by %s but not by %s", f.Call, words.Ranks(worldRanks(f.Arrived)),
				absentNames(f.Absent))
		}
	},
}

// ofSplit reports whether a disagreement is about a split collective on a
// file.
func ofSplit(f *fact.Disagreement) bool {
	if f.Interleaved {
		return false
	}
	return isSplit(f.A.Call) || isSplit(f.B.Call)
}

func splitClash(p *JobPass, f *fact.Disagreement) {
	r, a, b := clashReport(f)
	if isEnd(f.A.Call) || isEnd(f.B.Call) {
		// The begin calls agreed: a rank breaks another rule here, such as
		// SPLIT007 with a close instead of the end.
		r.Blames = r.Sites
	}
	why := ""
	if x, y := calls.Of(f.A.Call).IO, calls.Of(f.B.Call).IO; sameOperation(f.A.Call, f.B.Call) && x.Half != y.Half &&
		(x.Half == calls.NoSplit || y.Half == calls.NoSplit) {
		why = "; a split collective does not match the blocking call"
	}
	p.Report(r, "%s where %s, at the same place in the order of collective calls on %s%s", a, b, f.Object, why)
}

func isEnd(k calls.Kind) bool { return calls.Of(k).IO.Half == calls.SplitEnd }

// sameOperation reports whether two calls are forms of the same data access:
// blocking, begin or end.
func sameOperation(a, b calls.Kind) bool {
	x, y := calls.Of(a).IO, calls.Of(b).IO
	return calls.Of(a).IO.Data && calls.Of(b).IO.Data && x.Write == y.Write && x.Pointer == y.Pointer &&
		x.Collective == y.Collective
}
