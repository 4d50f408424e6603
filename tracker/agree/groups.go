package agree

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// otherGroups looks for two ranks that wait for each other in MPI_Comm_create_group with different groups, or in
// MPI_Comm_create_from_group with different groups or string tags.
func (m *Judge) otherGroups(all []stamp.Waiting) {
	all = slices.DeleteFunc(all, func(w stamp.Waiting) bool {
		k := w.Arrival.Site.Call
		return k != calls.CommCreateGroup && k != calls.CommCreateFromGroup || len(w.Missing) == 0
	})
	slices.SortFunc(all, func(a, b stamp.Waiting) int {
		return cmp.Or(cmp.Compare(a.Object.Label, b.Object.Label), cmp.Compare(a.On, b.On),
			cmp.Compare(a.Arrival.Site.Rank, b.Arrival.Site.Rank))
	})
	all = all[:min(len(all), mostWaiting)]
	for i := range all {
		for j := range i {
			if a, b := &all[j], &all[i]; a.On == b.On && &a.Ranks[0] != &b.Ranks[0] &&
				a.Arrival.Site.Call == b.Arrival.Site.Call && slices.Contains(a.Missing, b.Arrival.Site.Rank) &&
				slices.Contains(b.Missing, a.Arrival.Site.Rank) {
				m.incomplete(row{&stamp.Collective{Members: &stamp.Members{Object: a.Object,
					Ranks: []int32{a.Arrival.Site.Rank, b.Arrival.Site.Rank}},
					Call:    a.Arrival.Site.Call,
					Arrived: []fact.Arrival{named(a), named(b)}}})
				break
			}
		}
	}
}

// named is a call with its group, and its string tag, as arguments that must agree.
func named(w *stamp.Waiting) fact.Arrival {
	group := op.Agreed{Name: "the group of ranks", Value: int64(len(w.Ranks)), Array: true}
	for _, r := range w.Ranks[:min(len(w.Ranks), mostNamed)] {
		group.First = append(group.First, int64(r))
	}
	for _, r := range w.Ranks {
		group.Hash = group.Hash*31 + uint64(r) + 1
	}
	x := w.Arrival
	same := []op.Agreed{group}
	if x.Args.Comm != nil && x.Site.Call == calls.CommCreateFromGroup {
		same = append(same, x.Args.Comm.Same...)
	}
	x.Args = op.Args{Root: -1, Comm: &op.CommArgs{Same: same}}
	return x
}

// mostNamed bounds the ranks of a group that are named, mostWaiting the calls that are compared.
const (
	mostNamed   = 8
	mostWaiting = 1 << 12
)
