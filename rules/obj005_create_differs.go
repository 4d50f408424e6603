package rules

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/words"
)

// createDiffers is the creation of a communicator with arguments that do not agree.
var createDiffers = &Rule{
	ID:       "OBJ005",
	MPI:      "1.0",
	Title:    "ranks create a communicator with different arguments",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communicator Constructors; Intercommunicator Operations; Topology Constructors",
	Says: "All ranks describe the same grid or graph, and pass the same reorder, info, split type, leader and tag; " +
		"the members of a group pass the same group; the processes of a grid that MPI_Cart_sub creates pass " +
		"remain_dims that give the same grid; either all ranks give weights of edges, or none does; each edge " +
		"of MPI_Dist_graph_create_adjacent is passed by the processes at both of its ends.",
	Doc: "Each rank builds its own idea of the new communicator: who is in it, under which rank, and who its " +
		"neighbors are. Calls on it then wait forever, or exchange data with the wrong ranks.",
	Advice: "Compute the arguments the same way on all ranks, or broadcast them first.",
	Silent: []string{
		"colors and keys, which may differ",
		"MPI_Comm_create with disjoint groups, and MPI_GROUP_EMPTY on ranks that are in no group",
		"MPI_UNDEFINED as the split type of some ranks",
		"other values for true than 1",
		"the two groups of an intercommunicator, which may pass different values to MPI_Intercomm_merge and " +
			"MPI_Comm_create",
		"weights of a rank without edges",
		"different remain_dims of ranks that are in different grids with either",
		"the order in which a rank names its edges",
	},
	Limit: "Tags of MPI_Comm_create_group and MPI_Intercomm_create are not compared where the library provides " +
		"MPI_THREAD_MULTIPLE: threads may make such calls in any order. Groups of MPI_Comm_create_group, and groups " +
		"and string tags of MPI_Comm_create_from_group, are compared at the end of the run, of ranks that have " +
		"waited for each other. MPI_Intercomm_create_from_groups is not compared, nor are the weights of an edge at " +
		"its two ends.",
	Between: true,
	Facts:   []fact.Kind{fact.OfMatched, fact.OfEntered},
	Job: func(p *JobPass) {
		switch f := p.Fact.(type) {
		case *fact.Entered:
			reportCreation(p, &f.Matched, argumentDiffers)
		case *fact.Matched:
			reportCreation(p, f, argumentDiffers, groupDiffers, weightsDiffer, edgesDiffer)
		}
	},
}

// reportCreation reports the difference that the first successful comparison finds.
func reportCreation(p *JobPass, f *fact.Matched, compare ...func(*fact.Matched) (a, b int, why string)) {
	if f.Row[0].Args.Comm == nil {
		return
	}
	for _, find := range compare {
		if a, b, why := find(f); why != "" {
			r := Report{Sites: []tracker.Site{f.Row[a].Site, f.Row[b].Site}, Object: f.Object}
			if f.Call == calls.CommCreateFromGroup {
				r.Object = tracker.Object{}
			}
			for i := range f.Row {
				r.Row = append(r.Row, f.Row[i].Site)
			}
			p.Report(r, "%s: %s", f.Call, why)
			return
		}
	}
}

// argumentDiffers compares each rank with the first rank; on an intercommunicator, with the first rank of the same
// group.
func argumentDiffers(f *fact.Matched) (a, b int, why string) {
	first := map[uint64]int{}
	for i := range f.Row {
		y := f.Row[i].Args.Comm
		k, met := first[y.Side]
		if !met {
			first[y.Side] = i
			continue
		}
		x := f.Row[k].Args.Comm
		for n := range min(len(x.Same), len(y.Same)) {
			if p, q := &x.Same[n], &y.Same[n]; p.Name == q.Name && !p.Equal(q) {
				return k, i, valuesDiffer(f, k, i, p, q)
			}
		}
		if x.Info != nil && y.Info != nil && !maps.Equal(x.Info, y.Info) {
			return k, i, fmt.Sprintf("rank %d passes other keys or values of info than rank %d", f.Members[i],
				f.Members[k])
		}
	}
	return 0, 0, ""
}

func valuesDiffer(f *fact.Matched, a, b int, x, y *op.Agreed) string {
	s, t := agreedText(x), agreedText(y)
	if s == t {
		return fmt.Sprintf("the arrays %s of rank %d and rank %d differ after the first %s", x.Name, f.Members[a],
			f.Members[b], words.Count(len(x.First), "element"))
	}
	return fmt.Sprintf("rank %d passes %s %s, rank %d passes %s", f.Members[a], x.Name, s, f.Members[b], t)
}

// agreedText returns "3", or "{2, 1, ...}".
func agreedText(a *op.Agreed) string {
	if a.Text != "" {
		return strconv.Quote(a.Text)
	}
	if !a.Array {
		return strconv.FormatInt(a.Value, 10)
	}
	var parts []string
	for _, v := range a.First {
		parts = append(parts, strconv.FormatInt(v, 10))
	}
	if int64(len(a.First)) < a.Value {
		parts = append(parts, "...")
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// groupDiffers looks for a member of a group that has passed another group. On an
// intercommunicator all ranks of a side must pass the same group.
func groupDiffers(f *fact.Matched) (a, b int, why string) {
	if f.Call != calls.CommCreate && f.Call != calls.CartSub {
		return 0, 0, ""
	}
	place := map[int32]int{}
	for i, m := range f.Members {
		place[m] = i
	}
	side := map[uint64]int{}
	for i := range f.Row {
		x := f.Row[i].Args.Comm
		if x.Group == nil {
			continue
		}
		if f.Inter {
			k, met := side[x.Side]
			if !met {
				side[x.Side] = i
			} else if !slices.Equal(f.Row[k].Args.Comm.Group, x.Group) {
				return k, i, groupsDiffer(f, k, i)
			}
			continue
		}
		if j := otherGroup(f, place, i, x.Group); j >= 0 {
			return i, j, groupsDiffer(f, i, j)
		}
	}
	return 0, 0, ""
}

// otherGroup returns a member of the group that rank i has passed, if that member has passed another group; -1 if there
// is none. The first member is compared with all members, the other members only with the first.
func otherGroup(f *fact.Matched, place map[int32]int, i int, group []int32) int {
	for n, m := range group {
		j, ok := place[m]
		if n == 1 && place[group[0]] != i {
			return -1
		}
		if !ok || j == i {
			continue
		}
		if y := f.Row[j].Args.Comm.Group; y != nil && !slices.Equal(y, group) {
			return j
		}
	}
	return -1
}

func groupsDiffer(f *fact.Matched, a, b int) string {
	if f.Call == calls.CartSub {
		return fmt.Sprintf("with the remain_dims of rank %d its grid has %s, with those of rank %d its grid has %s",
			f.Members[a], words.Ranks(f.Row[a].Args.Comm.Group), f.Members[b], words.Ranks(f.Row[b].Args.Comm.Group))
	}
	return fmt.Sprintf("rank %d passes %s, rank %d passes %s", f.Members[a], groupText(f.Row[a].Args.Comm.Group),
		f.Members[b], groupText(f.Row[b].Args.Comm.Group))
}

// groupText returns "a group of ranks 0, 2", in the group's order.
func groupText(group []int32) string {
	if len(group) == 0 {
		return "an empty group"
	}
	return "a group of " + words.Ranks(group)
}

// weightsDiffer looks for a rank that gives weights while another rank does not.
func weightsDiffer(f *fact.Matched) (a, b int, why string) {
	first := -1
	for i := range f.Row {
		switch w := f.Row[i].Args.Comm.Weights; {
		case w == op.MayWeigh:
		case first < 0:
			first = i
		case w != f.Row[first].Args.Comm.Weights:
			a, b = first, i
			if w == op.Unweighted {
				a, b = i, first
			}
			return a, b, fmt.Sprintf("rank %d passes MPI_UNWEIGHTED, rank %d passes weights", f.Members[a],
				f.Members[b])
		}
	}
	return 0, 0, ""
}

// edge leads from a rank of the communicator to another rank.
type edge struct{ from, to int64 }

// edgesDiffer looks for an edge that the process at one end passes more often than
// the process at the other end.
func edgesDiffer(f *fact.Matched) (a, b int, why string) {
	edges := func(i int64) *op.Edges { return f.Row[i].Args.Comm.Edges }
	left := map[edge]int{} // how much more often the source passes the edge than the destination
	for i := range int64(len(f.Row)) {
		if edges(i) == nil {
			continue
		}
		for _, to := range edges(i).To {
			if edges(to) != nil {
				left[edge{i, to}]++
			}
		}
		for _, from := range edges(i).From {
			if edges(from) != nil {
				left[edge{from, i}]--
			}
		}
	}
	first, found := edge{}, false
	for e, n := range left {
		if n != 0 && (!found || e.from < first.from || e.from == first.from && e.to < first.to) {
			first, found = e, true
		}
	}
	if !found {
		return 0, 0, ""
	}
	from, to := f.Members[first.from], f.Members[first.to]
	out, in := times(edges(first.from).To, first.to), times(edges(first.to).From, first.from)
	switch {
	case first.from == first.to:
		why = fmt.Sprintf("rank %d passes itself %s as a destination and %s as a source", from, timesText(out),
			timesText(in))
	case in == 0:
		why = fmt.Sprintf("rank %d passes rank %d as a destination, but rank %d does not pass rank %d as a source",
			from, to, to, from)
	case out == 0:
		why = fmt.Sprintf("rank %d passes rank %d as a source, but rank %d does not pass rank %d as a destination", to,
			from, from, to)
	default:
		why = fmt.Sprintf("rank %d passes rank %d %s as a destination, rank %d passes rank %d %s as a source",
			from, to, timesText(out), to, from, timesText(in))
	}
	if left[first] < 0 {
		return int(first.to), int(first.from), why
	}
	return int(first.from), int(first.to), why
}

// times counts how often a rank is in a list.
func times(list []int64, rank int64) (n int) {
	for _, k := range list {
		if k == rank {
			n++
		}
	}
	return n
}

func timesText(n int) string {
	if n == 1 {
		return "once"
	}
	return words.Count(n, "time")
}
