package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// sameHint is an info hint that the program does not keep: a hint about all ranks, or about the operations of
// accumulates.
var sameHint = &Rule{
	ID:       "WIN006",
	MPI:      "3.0",
	Title:    "info hint of a window is not kept",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Window Creation; Atomicity",
	Says: "With same_size or same_disp_unit set to true, all ranks give the same size or displacement unit, and all " +
		"set the info key to the same value. With accumulate_ops set to same_op, concurrent accumulates to one " +
		"address use the same operation; with same_op_no_op, the same or MPI_NO_OP.",
	Doc: "The implementation may assume that the size or displacement unit of every target equals the origin's, and " +
		"skip the exchange. If they differ, accesses go to wrong addresses, and nothing reports it. It may do one " +
		"accumulate operation in the network and another on the processor: together they are not atomic. If the info " +
		"key accumulate_ordering keeps the two in order, the finding is a warning.",
	Advice: "Use the same value on all ranks, and complete accumulates with a flush before others with a different " +
		"operation; or drop the info key.",
	Silent: []string{
		"different sizes and units without the hint",
		"info keys that may differ from rank to rank, such as no_locks, accumulate_ops and accumulate_ordering",
		"the key set to false on some ranks and left out on others",
		"accumulates with a flush, unlock, fence or complete in between, or to different bytes",
		"MPI_NO_OP with same_op_no_op; MPI_Compare_and_swap",
	},
	Limit: "Info objects with keys that came from the MPI library are not checked. Only accumulates from the same " +
		"rank are compared, without those of MPI_Rget_accumulate, and without the default of accumulate_ops, which " +
		"is same_op_no_op. Accumulates after the first 256 incomplete ones, and datatypes with more than 4096 " +
		"pieces, are not compared.",
	Facts: []fact.Kind{fact.OfMatched, fact.OfOpsDiffer},
	Job: func(p *JobPass) {
		if f, ok := p.Fact.(*fact.OpsDiffer); ok {
			reportOps(p, f)
			return
		}
		f := p.Fact.(*fact.Matched)
		switch f.Call {
		case calls.WinCreate, calls.WinAllocate, calls.WinAllocateShared:
			checkHint(p, f, "same_size", "size", func(a *op.WinArgs) int64 { return a.Size })
			checkHint(p, f, "same_disp_unit", "displacement unit", func(a *op.WinArgs) int64 { return a.DispUnit })
		}
	},
}

// checkHint compares every rank with the first rank that gives the hint.
func checkHint(p *JobPass, f *fact.Matched, key, what string, of func(*op.WinArgs) int64) {
	first := -1
	for i := range f.Row {
		if f.Row[i].Args.Win.Info[key] == "true" {
			first = i
			break
		}
	}
	if first < 0 {
		return
	}
	a := &f.Row[first]
	for i := range f.Row {
		b := &f.Row[i]
		if b.Args.Win.Info == nil {
			continue
		}
		if v, given := b.Args.Win.Info[key]; v != "true" {
			p.reportHint(f, a, b, fmt.Sprintf("%s is true on rank %d and %s on rank %d",
				key, f.Members[first], hintWords(v, given), f.Members[i]))
			return
		}
		if of(a.Args.Win) != of(b.Args.Win) {
			p.reportHint(f, a, b, fmt.Sprintf("%s is true, but rank %d has %s %d and rank %d has %d",
				key, f.Members[first], what, of(a.Args.Win), f.Members[i], of(b.Args.Win)))
			return
		}
	}
}

func hintWords(v string, given bool) string {
	if !given {
		return "not given"
	}
	return fmt.Sprintf("%q", v)
}

func (p *JobPass) reportHint(f *fact.Matched, a, b *fact.Arrival, why string) {
	p.Report(Report{Sites: []tracker.Site{b.Site, a.Site}, Object: f.Object}, "%s", why)
}

func reportOps(p *JobPass, f *fact.OpsDiffer) {
	r := Report{Sites: []tracker.Site{f.Call}, Related: []Related{At(roleConflicts, f.Before,
		"the other accumulate, not yet complete")}, Object: f.On.Object}
	if f.Ordered {
		r.Severity = Warning
	}
	p.Report(r, "accumulate_ops is %s, but %s with %s meets a call with %s at the same bytes of %s",
		f.Hint, f.Call.Call, f.Op, f.BeforeOp, f.On.RankName(int64(f.Target)))
}
