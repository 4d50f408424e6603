package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// typeConstructor is a datatype constructor with impossible arguments.
var typeConstructor = &Rule{
	ID:       "OBJ006",
	MPI:      "1.0",
	Title:    "datatype constructor with impossible arguments",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Datatype Constructors; Subarray Datatype Constructor; Distributed Array Datatype " +
		"Constructor; Duplicating a Datatype",
	Says: "Counts and block lengths are not negative; old types exist; a subarray has at least one element in each " +
		"dimension and lies inside its array; in a distributed array the process grid has as many processes as the " +
		"group, and sizes and distributions fit it.",
	Doc: "A count, a block length, a size or a start is out of its range, the order is neither MPI_ORDER_C nor " +
		"MPI_ORDER_FORTRAN, or an old type is MPI_DATATYPE_NULL or already freed. Libraries without checks build a " +
		"datatype that reaches memory outside the buffer.",
	Advice: "Compute the argument so that it is in the range that the message names; create the old type before the " +
		"new one, and free it only after that.",
	Silent: []string{
		"counts and block lengths of 0; old types of blocks of length 0",
		"negative displacements, strides, lower bounds and extents",
		"old types that are not committed, and old types freed after the call",
	},
	Limit: "Old types that were not created by a recorded call are not checked. The order and the distribution are " +
		"not checked for libraries with the standard ABI.",
	On:    constructors,
	Check: checkConstructor,
}

// constructors are the calls that create a datatype from others.
var constructors = kindsWhere(func(s *calls.Sem) bool {
	return s.Makes == calls.ClassDatatype && (s.EnterWord("oldtype") >= 0 || s.EnterWord("array_of_types") >= 0)
})

func checkConstructor(p *Pass) {
	if checkNumbers(p) || checkOldtype(p) {
		return
	}
	switch p.Call.Kind {
	case calls.TypeCreateSubarray:
		checkSubarray(p)
	case calls.TypeCreateDarray:
		checkDarray(p)
	case calls.TypeCreateStruct, calls.TypeStruct:
		checkStruct(p)
	}
}

// checkNumbers reports a negative count or block length, and an array that is NULL.
func checkNumbers(p *Pass) bool {
	s := p.Call.Sem
	for i, name := range s.Enter {
		if v := p.Call.In[i]; (name == "count" || name == "blocklength") && v < 0 {
			p.Report(nil, "%s with %s %d", p.Call.Kind, name, v)
			return true
		}
	}
	if checkNullArrays(p) {
		return true
	}
	for i, n := range p.array("array_of_blocklengths") {
		if n < 0 {
			p.Report(nil, "%s: array_of_blocklengths[%d] is %d", p.Call.Kind, i, n)
			return true
		}
	}
	return false
}

func checkOldtype(p *Pass) bool {
	i := p.Call.Sem.EnterWord("oldtype")
	return i >= 0 && reportOldtype(p, "oldtype", p.Call.In[i])
}

func reportOldtype(p *Pass, what string, handle int64) bool {
	d := p.Rank.Objects.Types.Data(handle)
	if d == nil || d.Alive() {
		return false
	}
	reportUnusable(p, what, d)
	return true
}

func checkStruct(p *Pass) {
	lengths := p.array("array_of_blocklengths")
	types := p.array("array_of_types")
	for i, handle := range types {
		if i < len(lengths) && lengths[i] > 0 && reportOldtype(p, fmt.Sprintf("array_of_types[%d]", i), handle) {
			return
		}
	}
}

// checkOrder reports an invalid order, and a number of dimensions below 1.
func checkOrder(p *Pass) bool {
	f := p.Rank.Flavour
	ndims, order := p.Call.Arg("ndims"), p.Call.Arg("order")
	switch {
	case ndims < 1:
		p.Report(nil, "%s with ndims %d: at least 1 is needed", p.Call.Kind, ndims)
	case order != f.OrderC && order != f.OrderFortran:
		p.Report(nil, "%s with order %d, which is not MPI_ORDER_C or MPI_ORDER_FORTRAN", p.Call.Kind, order)
	default:
		return false
	}
	return true
}

func checkSubarray(p *Pass) {
	sizes, subsizes, starts := p.array("array_of_sizes"), p.array("array_of_subsizes"), p.array("array_of_starts")
	if checkOrder(p) || len(sizes) != len(subsizes) || len(sizes) != len(starts) {
		return
	}
	for i, size := range sizes {
		sub, start := subsizes[i], starts[i]
		switch {
		case size < 1:
			p.Report(nil, "%s: array_of_sizes[%d] is %d: at least 1 is needed", p.Call.Kind, i, size)
		case sub < 1 || sub > size:
			p.Report(nil, "%s: array_of_subsizes[%d] is %d, but must be from 1 to %d, "+
				"the size of the array", p.Call.Kind, i, sub, size)
		case start < 0 || start > size-sub:
			p.Report(nil, "%s: array_of_starts[%d] is %d, but must be from 0 to %d, so that %d of %d elements fit",
				p.Call.Kind, i, start, size-sub, sub, size)
		default:
			continue
		}
		return
	}
}

// checkDarray checks the process grid, then each dimension.
func checkDarray(p *Pass) {
	size, rank := p.Call.Arg("size"), p.Call.Arg("rank")
	switch {
	case size < 1:
		p.Report(nil, "%s with size %d: at least 1 is needed", p.Call.Kind, size)
		return
	case rank < 0 || rank >= size:
		p.Report(nil, "%s with rank %d in a group of size %d", p.Call.Kind, rank, size)
		return
	case checkOrder(p):
		return
	}
	gsizes, distribs := p.array("array_of_gsizes"), p.array("array_of_distribs")
	dargs, psizes := p.array("array_of_dargs"), p.array("array_of_psizes")
	if len(gsizes) != len(distribs) || len(gsizes) != len(dargs) || len(gsizes) != len(psizes) || len(gsizes) == 0 {
		return
	}
	grid := int64(1)
	for i := range gsizes {
		if checkDistribution(p, i, gsizes[i], distribs[i], dargs[i], psizes[i]) {
			return
		}
		grid = datatype.MulSat(grid, psizes[i])
	}
	if grid != size {
		p.Report(nil, "%s: the process grid of array_of_psizes has %d "+
			"processes, but size is %d", p.Call.Kind, grid, size)
	}
}

// checkDistribution checks dimension i of a distributed array.
func checkDistribution(p *Pass, i int, gsize, distrib, darg, psize int64) bool {
	f, name := p.Rank.Flavour, p.Call.Kind
	given := darg != f.DistributeArg
	switch {
	case gsize < 1:
		p.Report(nil, "%s: array_of_gsizes[%d] is %d: at least 1 is needed", name, i, gsize)
	case psize < 1:
		p.Report(nil, "%s: array_of_psizes[%d] is %d: at least 1 is needed", name, i, psize)
	case distrib != f.DistributeBlock && distrib != f.DistributeCyclic && distrib != f.DistributeNone:
		p.Report(nil, "%s: array_of_distribs[%d] is %d, which is not MPI_DISTRIBUTE_BLOCK, MPI_DISTRIBUTE_CYCLIC or "+
			"MPI_DISTRIBUTE_NONE", name, i, distrib)
	case distrib == f.DistributeNone && psize != 1:
		p.Report(nil, "%s: dimension %d is MPI_DISTRIBUTE_NONE, but "+
			"array_of_psizes[%d] is %d: it must be 1", name, i, i, psize)
	case distrib == f.DistributeNone:
		return false
	case given && darg < 1:
		p.Report(nil, "%s: array_of_dargs[%d] is %d: at least 1, or MPI_DISTRIBUTE_DFLT_DARG, is needed", name, i, darg)
	case given && distrib == f.DistributeBlock && datatype.MulSat(darg, psize) < gsize:
		p.Report(nil, "%s: %d blocks of array_of_dargs[%d], %d elements, are fewer than the %d "+
			"elements of the array", name, psize, i, darg, gsize)
	default:
		return false
	}
	return true
}
