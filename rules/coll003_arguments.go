package rules

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// collArguments is a collective call whose arguments do not agree.
var collArguments = &Rule{
	ID:       "COLL003",
	MPI:      "1.0",
	Title:    "arguments of a collective call do not agree",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Collective Communication",
	Says: "All ranks of a collective call name the same root and the same operation. On an intercommunicator the " +
		"root passes MPI_ROOT, the other ranks of its group pass MPI_PROC_NULL, and all ranks of the other group " +
		"pass the root's rank. MPI_IN_PLACE is passed by all ranks, or by none, to the all-gather, all-to-all and " +
		"allreduce calls.",
	Doc: "The ranks agree on the call but not on its root, its operation, or whether it is in place. The result is " +
		"undefined: data from the wrong rank, or ranks that wait for each other. Operations of the program may be " +
		"different functions on the ranks. If only their commute flags differ, the finding is a warning: MPI " +
		"libraries choose the algorithm by this flag, so ranks may wait for each other.",
	Advice: "Compute the argument the same way on all ranks, or broadcast it first. Pass MPI_IN_PLACE on every rank " +
		"or on none. Create an operation with the same commute flag on all ranks.",
	Silent: []string{
		"operations that the program has defined, on all ranks and with the same commute flag",
		"different root arguments of the ranks of an intercommunicator that name the same root",
		"MPI_IN_PLACE on some ranks only of scans and reduce-scatters, and at the root of calls that have one",
	},
	Limit: "Datatypes and amounts of data are COLL004, a root outside the communicator is COLL005. Whether " +
		"operations that the program has defined are the same function is not known. On an intercommunicator, whose " +
		"groups each have a reduction of their own, operations are not compared.",
	Between: true,
	Facts:   []fact.Kind{fact.OfMatched, fact.OfEntered},
	Job: func(p *JobPass) {
		switch f := p.Fact.(type) {
		case *fact.Entered:
			if !f.Inter {
				compareArguments(p, &f.Matched, f.Size)
			}
		case *fact.Matched:
			if !f.Inter {
				compareArguments(p, f, len(f.Members))
			} else if a, b, why := interRoots(f); why != "" {
				p.Report(Report{Sites: []tracker.Site{f.Row[a].Site, f.Row[b].Site}, Object: f.Object}, "%s: %s",
					f.Call, why)
			}
		}
	},
}

// compareArguments compares the arguments of the ranks that have entered a call; the object has n ranks.
func compareArguments(p *JobPass, f *fact.Matched, n int) {
	x := &f.Row[0]
	for i := 1; i < len(f.Row); i++ {
		y := &f.Row[i]
		if y.Args.Root >= int64(n) || x.Args.Root >= int64(n) {
			continue // COLL005
		}
		why := differ(&x.Args, &y.Args, f.Members[0], f.Members[i])
		if why == "" && placedTogether[f.Call] {
			why = placesDiffer(&x.Args, &y.Args, f.Members[0], f.Members[i])
		}
		severity := Severity(0)
		if why == "" {
			why = commutesDiffer(&x.Args, &y.Args, f.Members[0], f.Members[i])
			severity = Warning
		}
		if why != "" {
			p.Report(Report{Sites: []tracker.Site{x.Site, y.Site}, Object: f.Object, Severity: severity}, "%s: %s",
				f.Call, why)
			return
		}
	}
}

// differ names the argument in which two ranks differ; "" if they agree.
func differ(a, b *op.Args, ra, rb int32) string {
	switch {
	case a.Root != b.Root && a.Root >= 0 && b.Root >= 0:
		return fmt.Sprintf("rank %d names root %d, rank %d names root %d", ra, a.Root, rb, b.Root)
	case a.Op != b.Op && a.Op != nil && b.Op != nil:
		return fmt.Sprintf("rank %d gives the operation %s, rank %d gives %s", ra, a.Op.Name, rb, b.Op.Name)
	}
	if a.Op == nil {
		a, b, ra, rb = b, a, rb, ra
	}
	if a.Op != nil && b.OwnOp != op.NoOwnOp {
		return fmt.Sprintf("rank %d gives the operation %s, rank %d gives an operation that the program has "+
			"defined", ra, a.Op.Name, rb)
	}
	return ""
}

// commutesDiffer says which of two ranks has created its operation with commute = true; "" if both have, or neither.
func commutesDiffer(a, b *op.Args, ra, rb int32) string {
	if a.OwnOp == b.OwnOp || a.OwnOp == op.NoOwnOp || b.OwnOp == op.NoOwnOp {
		return ""
	}
	if a.OwnOp == op.DoesNotCommute {
		ra, rb = rb, ra
	}
	return fmt.Sprintf("rank %d gives an operation that was created with commute = true, "+
		"rank %d gives an operation with commute = false", ra, rb)
}

// placedTogether are the calls in which all ranks or none pass MPI_IN_PLACE.
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

// placesDiffer says which of two ranks passes MPI_IN_PLACE while the other does not; "" if both or neither pass it.
func placesDiffer(a, b *op.Args, ra, rb int32) string {
	if a.Exchange == nil || b.Exchange == nil || a.Exchange.InPlace == b.Exchange.InPlace {
		return ""
	}
	if b.Exchange.InPlace {
		ra, rb = rb, ra
	}
	return fmt.Sprintf("rank %d passes MPI_IN_PLACE, rank %d does not", ra, rb)
}

// interRoots compares the roots that the ranks of an intercommunicator pass. It
// returns two ranks whose roots do not fit together.
func interRoots(f *fact.Matched) (a, b int, why string) {
	if calls.Of(f.Call).Root < 0 {
		return 0, 0, ""
	}
	roots := make([]rootArg, len(f.Row))
	at := [2][]int{} // rows of each group, in the order of the group
	for g, members := range f.Groups {
		for _, m := range members {
			i := slices.Index(f.Members, m)
			if i < 0 {
				return 0, 0, ""
			}
			roots[i] = rootArg{f, f.Row[i].Args.Root, g, m}
			at[g] = append(at[g], i)
		}
	}
	var are []int // ranks that pass MPI_ROOT
	names := -1   // a rank that names a root
	for i, r := range roots {
		switch r.value {
		case f.Flavour.Root:
			are = append(are, i)
		case f.Flavour.ProcNull:
		default:
			if r.value < 0 || r.value >= int64(len(at[1-r.group])) {
				return 0, 0, "" // COLL005
			}
			if names < 0 {
				names = i
			}
		}
	}
	switch {
	case len(are) > 1:
		return are[0], are[1], fmt.Sprintf("rank %d and rank %d both pass MPI_ROOT", f.Members[are[0]],
			f.Members[are[1]])
	case len(are) == 1:
		return misfit(f, roots, at, are[0])
	case names >= 0:
		root := at[1-roots[names].group][roots[names].value]
		return names, root, fmt.Sprintf("%s, which passes %s instead of MPI_ROOT", roots[names].text(f.Members[root]),
			roots[root].name())
	}
	return 0, len(roots) - 1, "all ranks pass MPI_PROC_NULL, none passes MPI_ROOT"
}

// misfit looks for a rank whose argument does not fit the root.
func misfit(f *fact.Matched, roots []rootArg, at [2][]int, root int) (a, b int, why string) {
	g, rank := roots[root].group, f.Members[root]
	for i, r := range roots {
		switch {
		case i == root || r.group == g && r.value == f.Flavour.ProcNull:
		case r.group == g:
			return i, root, fmt.Sprintf("rank %d passes %s instead of MPI_PROC_NULL, "+
				"but rank %d of its group is the root", r.rank, r.name(), rank)
		case r.value == f.Flavour.ProcNull:
			return i, root, fmt.Sprintf("rank %d passes MPI_PROC_NULL, but rank %d of the other group is the root",
				r.rank, rank)
		case at[g][r.value] != root:
			return i, root, fmt.Sprintf("%s, but rank %d passes MPI_ROOT", r.text(f.Members[at[g][r.value]]), rank)
		}
	}
	return 0, 0, ""
}

// rootArg is the argument root of a rank of an intercommunicator.
type rootArg struct {
	f     *fact.Matched
	value int64
	group int
	rank  int32
}

func (r *rootArg) name() string {
	switch r.value {
	case r.f.Flavour.Root:
		return "MPI_ROOT"
	case r.f.Flavour.ProcNull:
		return "MPI_PROC_NULL"
	}
	return fmt.Sprintf("root %d", r.value)
}

// text returns "rank 3 names root 0 of the other group, rank 2 of MPI_COMM_WORLD".
func (r *rootArg) text(root int32) string {
	if int64(root) == r.value {
		return fmt.Sprintf("rank %d names root %d", r.rank, r.value)
	}
	return fmt.Sprintf("rank %d names root %d of the other group, rank %d of MPI_COMM_WORLD", r.rank, r.value, root)
}
