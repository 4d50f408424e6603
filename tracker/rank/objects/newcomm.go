package objects

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// NewGroup registers the group a call returned, with its members.
func (o *Objects) NewGroup(c *record.Call) {
	h := c.OutWord(0)
	if g := o.groups.Get(h); g != nil && g.Alive() {
		g.refs, g.returned = g.refs+1, true // MPI_GROUP_EMPTY, or the group of an object again
		return
	}
	g := &Group{}
	g.Born(c.Site, c.End)
	if a, ok := event.RanksOf(c.OutBlob, 0); ok {
		g.Members = o.list(a)
	}
	o.groups.Put(h, g)
}

// FreeGroup removes a reference: the group of a communicator or window is a single object, which MPI libraries return
// each time.
func (o *Objects) FreeGroup(c *record.Call) {
	g := o.groups.Get(c.Freed())
	switch {
	case g == nil || g.Younger(c.Time):
	case g.refs > 0:
		g.refs--
	default:
		g.Free(c.Site, c.Time)
	}
}

// NewComm registers the communicator that a call on parent, which may be nil, has returned. All its ranks derive the
// same ID.
func (o *Objects) NewComm(c *record.Call, parent *Comm) {
	ordinal := 0
	if parent != nil && c.Sem.Match != calls.MatchGroup && c.Sem.Match != calls.MatchSurvivors {
		parent.madeComms++
		ordinal = parent.madeComms
	}
	h := c.OutWord(0)
	if old := o.comms.Get(h); old != nil && old.Predef != nil {
		return // MPI_COMM_NULL: this rank is not in the new communicator
	}
	bridge := o.reading.Family.Bridge(c.Site)
	if bridge != nil && o.isBridge(o.comms.Get(h), bridge) {
		return // MPI_Comm_get_parent returns it again
	}
	n := &Comm{Parent: parent, MyRank: -1}
	if c.Sem.As == calls.CommDup || c.Sem.As == calls.CommIdup {
		o.Copied(parent)
		if parent != nil {
			n.Attach(parent.Attributes())
		}
	}
	n.Born(c.Site, c.End)
	if a, ok := event.RanksOf(c.OutBlob, 0); ok {
		n.Members = o.list(a)
		if remote, ok := event.RanksOf(c.OutBlob, 1); ok {
			n.Remote = o.list(remote)
		}
		n.Neighbors = n.neighborsIn(c.OutBlob)
	}
	if c.Sem.Topology == calls.TopologyParent && parent != nil {
		n.Neighbors = parent.Neighbors
	}
	switch {
	case c.Kind == calls.XCommIshrink: // which ranks will be its members is not known
	case c.Sem.Starts == calls.StartsMakeComm && parent != nil: // its members are not known yet
		n.Members, n.Remote, n.Inter, n.MyRank = parent.Members, parent.Remote, parent.Inter, parent.MyRank
	case len(c.Out) > 2 && len(n.Members) > 0:
		n.Inter, n.MyRank = c.Out[1] != 0, int(c.Out[2])
	}
	o.span(n, c.Kind, bridge)
	members := o.reading.Lists.FactsOf(n.Members)
	if n.Inter {
		members = reading.NewFacts(n.all())
	}
	n.Beyond = members.Beyond
	n.ID, n.Label = o.nameComm(c, parent, ordinal, n.Inter, members.Sum)
	if n.Spans && bridge != nil {
		n.ID, n.Label = bridge.ID, bridge.Label
	}
	if n.Spans {
		o.Spanning = append(o.Spanning, n.ID)
	}
	if o.reading.Gaps() {
		n.ID = 0 // communicators created before may be missing
	}
	o.noteLink(c, n)
	n.Topology = topologyOf(c, parent)
	n.canShare = c.Kind == calls.CommSplitType || parent != nil && parent.canShare
	n.Hint(c.Site, o.Info(c.Arg("info")))
	o.comms.Put(h, n)
}

func (o *Objects) nameComm(c *record.Call, parent *Comm, ordinal int, inter bool, members uint64) (uint64, string) {
	if parent == nil || ordinal == 0 || inter || c.Kind == calls.IntercommMerge {
		key := object.HashID(c.Sem.As, members)
		o.groupSeq[key]++
		return object.HashID(key, o.groupSeq[key]), fmt.Sprintf("communicator of %s", c.Kind)
	}
	return object.HashID("comm", parent.ID, ordinal, members),
		fmt.Sprintf("communicator %d (%s) of %s", ordinal, c.Kind, parent.Label)
}

// topologyOf derives the topology of the communicator that a call has created.
func topologyOf(c *record.Call, parent *Comm) Topology {
	t := newTopology(c, parent)
	if t.Kind != NoTopology && c.Sem.Topology != calls.TopologyParent {
		t.Made = c.Site
	}
	return t
}

func newTopology(c *record.Call, parent *Comm) Topology {
	switch c.Sem.Topology {
	case calls.TopologyCart:
		if c.Kind == calls.CartSub {
			return subgrid(parent, event.Arrays(c.InBlob))
		}
		return newGrid(int(c.Arg("ndims")), event.Arrays(c.InBlob))
	case calls.TopologyGraph:
		t := Topology{Kind: Graph}
		if a := event.Arrays(c.InBlob); len(a) == 2 && len(a[0]) == int(c.Arg("nnodes")) {
			t.Index, t.Edges = a[0], a[1]
		}
		return t
	case calls.TopologyDistGraph:
		return Topology{Kind: DistGraph}
	case calls.TopologyParent:
		if parent == nil {
			return Topology{Kind: UnknownTopology}
		}
		return parent.Topology
	}
	return Topology{}
}

func newGrid(ndims int, arrays [][]int64) Topology {
	t := Topology{Kind: Cartesian, NDims: ndims}
	if len(arrays) == 2 && len(arrays[0]) == ndims && len(arrays[1]) == ndims {
		t.Dims, t.Periods = arrays[0], arrays[1]
	}
	return t
}

// inSubgrid returns the members of the grid that MPI_Cart_sub creates for this rank; nil if they are unknown.
func (c *Comm) inSubgrid(call *record.Call) []int32 {
	arrays, dims := event.Arrays(call.InBlob), c.Topology.Dims
	if len(arrays) != 1 || len(dims) == 0 || len(arrays[0]) != len(dims) || c.MyRank >= len(c.Members) {
		return nil
	}
	steps := make([]int, len(dims)) // between the ranks of neighbors in a dimension
	size := 1
	for i := len(dims) - 1; i >= 0; i-- {
		if dims[i] < 1 || dims[i] > int64(len(c.Members)/size) {
			return nil
		}
		steps[i], size = size, size*int(dims[i])
	}
	if size != len(c.Members) {
		return nil
	}
	first := c.MyRank
	for i, remain := range arrays[0] {
		if remain != 0 {
			first -= c.MyRank / steps[i] % int(dims[i]) * steps[i]
		}
	}
	in := []int{first}
	for i, remain := range arrays[0] {
		for k, n := 1, len(in); remain != 0 && k < int(dims[i]); k++ {
			for _, rank := range in[:n] {
				in = append(in, rank+k*steps[i])
			}
		}
	}
	slices.Sort(in)
	members := make([]int32, len(in))
	for i, rank := range in {
		members[i] = c.Members[rank]
	}
	return members
}

// subgrid returns the topology that MPI_Cart_sub creates.
func subgrid(parent *Comm, arrays [][]int64) Topology {
	t := Topology{Kind: Cartesian, NDims: -1}
	if parent == nil || len(arrays) != 1 || len(arrays[0]) != len(parent.Topology.Dims) {
		return t
	}
	t.NDims = 0
	for i, remain := range arrays[0] {
		if remain != 0 {
			t.NDims++
			t.Dims = append(t.Dims, parent.Topology.Dims[i])
			t.Periods = append(t.Periods, parent.Topology.Periods[i])
		}
	}
	return t
}
