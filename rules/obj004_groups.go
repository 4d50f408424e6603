package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// groupChecks check calls that name ranks of a group, or processes by a group.
var groupChecks = map[calls.Kind]func(*Pass){
	calls.GroupIncl:           checkGroupRanks,
	calls.GroupExcl:           checkGroupRanks,
	calls.GroupRangeIncl:      checkGroupRanges,
	calls.GroupRangeExcl:      checkGroupRanges,
	calls.GroupTranslateRanks: checkTranslated,
	calls.CommCreate:          checkSubgroup,
	calls.CommCreateGroup:     checkSubgroup,
}

// groupSize returns the size of a group; -1 if it is unknown.
func groupSize(g *objects.Group) int64 {
	if g == nil || !g.Alive() || len(g.Members) == 0 && g.Predef == nil {
		return -1
	}
	return int64(len(g.Members))
}

// checkLength reports a negative number of elements, and a missing array for elements.
func checkLength(p *Pass) bool {
	if n := p.Call.Arg("n"); n < 0 {
		p.Report(nil, "%s with n %d", p.Call.Kind, n)
		return true
	}
	return checkNullArrays(p)
}

func checkGroupRanks(p *Pass) {
	size := groupSize(p.Rank.Objects.Group(p.Call.Arg("group")))
	if size < 0 || checkLength(p) {
		return
	}
	if n := p.Call.Arg("n"); n > size {
		p.Report(nil, "%s with %d ranks of a group of size %d", p.Call.Kind, n, size)
		return
	}
	first := map[int64]int{}
	for i, rank := range p.array("ranks") {
		if rank < 0 || rank >= size {
			p.Report(nil, "%s: ranks[%d] is %d, but the group has ranks 0 to %d", p.Call.Kind, i, rank, size-1)
			return
		}
		if at, twice := first[rank]; twice {
			p.Report(nil, "%s: rank %d is named twice, as ranks[%d] and ranks[%d]", p.Call.Kind, rank, at, i)
			return
		}
		first[rank] = i
	}
}

func checkGroupRanges(p *Pass) {
	size := groupSize(p.Rank.Objects.Group(p.Call.Arg("group")))
	if size < 0 || checkLength(p) {
		return
	}
	ranges := p.array("ranges")
	named := map[int64]int{}
	for i := 0; i+2 < len(ranges); i += 3 {
		if checkRange(p, i/3, ranges[i], ranges[i+1], ranges[i+2], size, named) {
			return
		}
	}
}

// checkRange reports the first error of range i. named gives, for each rank that earlier ranges contain, the number of
// the range.
func checkRange(p *Pass, i int, first, last, stride, size int64, named map[int64]int) bool {
	if stride == 0 {
		p.Report(nil, "%s: the stride of ranges[%d] is 0", p.Call.Kind, i)
		return true
	}
	for rank := first; stride > 0 && rank <= last || stride < 0 && rank >= last; rank += stride {
		if rank < 0 || rank >= size {
			p.Report(nil, "%s: ranges[%d], from %d to %d by %d, contains rank %d, but the group has ranks 0 to %d",
				p.Call.Kind, i, first, last, stride, rank, size-1)
			return true
		}
		if at, twice := named[rank]; twice {
			p.Report(nil, "%s: rank %d is named twice, in ranges[%d] and ranges[%d]", p.Call.Kind, rank, at, i)
			return true
		}
		named[rank] = i
	}
	return false
}

func checkTranslated(p *Pass) {
	size := groupSize(p.Rank.Objects.Group(p.Call.Arg("group1")))
	if size < 0 || checkLength(p) {
		return
	}
	for i, rank := range p.array("ranks1") {
		if (rank < 0 || rank >= size) && rank != p.Rank.Flavour.ProcNull {
			p.Report(nil, "MPI_Group_translate_ranks: ranks1[%d] is %d, but group1 has ranks 0 to %d", i, rank, size-1)
			return
		}
	}
}

// checkSubgroup reports a group that is not part of the communicator's group.
func checkSubgroup(p *Pass) {
	c, g := existing(p.Call.Comm), p.Rank.Objects.Group(p.Call.Arg("group"))
	if c == nil || c.Beyond || groupSize(g) < 0 {
		return
	}
	in := map[int32]bool{}
	for _, m := range c.Members {
		in[m] = true
	}
	for _, m := range g.Members {
		if m >= 0 && !in[m] {
			p.Report([]Related{At(roleCreated, g.Made, "the group was created here"),
				At(roleCreated, c.Made, "the communicator was created here")},
				"the group of %s contains rank %d of MPI_COMM_WORLD, which is not in %s", p.Call.Kind, m, c)
			return
		}
	}
}
