package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// CollArguments is a collective call whose arguments do not agree.
var CollArguments = &Rule{
	ID:       "COLL003",
	MPI:      "1.0",
	Title:    "arguments of a collective call do not agree",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "All ranks of a collective call name the same root and the same operation. MPI_IN_PLACE is passed by all ranks, or by " +
		"none, to the all-gather, all-to-all and allreduce calls.",
	Doc: "The ranks agree on the call but not on its root, its operation, or whether it is in place. The result is undefined: " +
		"data from the wrong rank, or ranks that wait for each other.",
	Advice: "Compute the argument the same way on all ranks, or broadcast it first. Pass MPI_IN_PLACE on every rank or on none.",
	Silent: []string{
		"user-defined operations",
		"the root of calls on an intercommunicator",
		"MPI_IN_PLACE on some ranks only of scans and reduce-scatters, and at the root of calls that have one",
	},
	Limit: "Datatypes and amounts of data are COLL004, a root outside the communicator is COLL005.",
	Facts: []fact.Kind{fact.OfMatched},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Matched)
		if f.Inter {
			return
		}
		for i := 1; i < len(f.Row); i++ {
			if root := f.Row[i].Args.Root; root >= int64(len(f.Members)) || f.Row[0].Args.Root >= int64(len(f.Members)) {
				continue // COLL005
			}
			why := differ(&f.Row[0].Args, &f.Row[i].Args, f.Members[0], f.Members[i])
			if why == "" && placedTogether[f.Call] {
				why = placesDiffer(&f.Row[0].Args, &f.Row[i].Args, f.Members[0], f.Members[i])
			}
			if why != "" {
				p.Report(Report{Sites: []tracker.Site{f.Row[0].Site, f.Row[i].Site}, Object: f.Object}, "%s: %s", f.Call, why)
				return
			}
		}
	},
}

// differ names the argument in which two ranks differ; "" if there is none.
func differ(a, b *state.Args, ra, rb int32) string {
	switch {
	case a.Root != b.Root && a.Root >= 0 && b.Root >= 0:
		return fmt.Sprintf("rank %d names root %d, rank %d names root %d", ra, a.Root, rb, b.Root)
	case a.Op != b.Op && a.Op != nil && b.Op != nil:
		return fmt.Sprintf("rank %d gives the operation %s, rank %d gives %s", ra, a.Op.Name, rb, b.Op.Name)
	}
	return ""
}

// placedTogether are the calls that are in place on all ranks or on none.
var placedTogether = func() (t [calls.MaxKind]bool) {
	for _, k := range kindsWhere(func(s *calls.Sem) bool {
		all := s.Exchange == calls.ExchangeAll || s.Exchange == calls.ExchangePairs
		reduces := s.As == calls.Allreduce || s.As == calls.Iallreduce || s.As == calls.AllreduceInit
		return all && s.Flow != calls.FlowNeighbors || reduces
	}) {
		t[k] = true
	}
	return t
}()

// placesDiffer says which of two ranks alone passes MPI_IN_PLACE; "" if both do, or none.
func placesDiffer(a, b *state.Args, ra, rb int32) string {
	if a.Exchange == nil || b.Exchange == nil || a.Exchange.InPlace == b.Exchange.InPlace {
		return ""
	}
	if b.Exchange.InPlace {
		ra, rb = rb, ra
	}
	return fmt.Sprintf("rank %d passes MPI_IN_PLACE, rank %d does not", ra, rb)
}
