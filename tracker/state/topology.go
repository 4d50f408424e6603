package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// TopologyKind is a kind of virtual topology.
type TopologyKind uint8

// The kinds.
const (
	NoTopology      TopologyKind = iota
	Cartesian                    // a grid
	Graph                        // MPI_Graph_create: every process knows all edges
	DistGraph                    // MPI_Dist_graph_create: each process knows its own
	UnknownTopology              // whether it has one, and which, is unknown
)

// String names the kind with its article.
func (k TopologyKind) String() string {
	return [...]string{"no topology", "a Cartesian topology", "a graph topology", "a distributed graph topology",
		"an unknown topology"}[k]
}

// Topology is the virtual topology of a communicator.
type Topology struct {
	Kind TopologyKind
	// NDims is the number of dimensions of a grid, -1 if it is unknown. Dims and
	// Periods have as many elements, or none if they are unknown.
	NDims         int
	Dims, Periods []int64
	// Index and Edges of a graph, as MPI_Graph_create has them; empty if they
	// are unknown.
	Index, Edges []int64
}

// topologyOf derives the topology of the communicator that a call has created.
func (c *Call) topologyOf(parent *Comm) Topology {
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

// subgrid keeps the dimensions of a grid that MPI_Cart_sub keeps.
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
