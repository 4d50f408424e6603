package objects

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
)

// TopologyKind is a kind of virtual topology.
type TopologyKind uint8

// The kinds.
const (
	NoTopology      TopologyKind = iota
	Cartesian                    // a grid
	Graph                        // MPI_Graph_create: every process knows all edges
	DistGraph                    // MPI_Dist_graph_create: each process knows its own edges
	UnknownTopology              // the topology, or whether there is any, is unknown
)

// String names the kind with its article.
func (k TopologyKind) String() string {
	return [...]string{"no topology", "a Cartesian topology", "a graph topology", "a distributed graph topology",
		"an unknown topology"}[k]
}

// Topology is the virtual topology of a communicator.
type Topology struct {
	Kind TopologyKind
	Made tracker.Site // the call that created it; zero: there is none
	// NDims is the number of dimensions of a grid, -1 if unknown. Dims and Periods have NDims elements, or none if
	// unknown.
	NDims         int
	Dims, Periods []int64
	// Index and Edges of a graph, as passed to MPI_Graph_create; empty if unknown.
	Index, Edges []int64

	oneWay *[2]int64 // cached result of OneWay; nil: not computed yet
}

// OneWay returns two ranks of a graph such that there are more edges from the first rank to the second than back; ok is
// false if there are none.
func (t *Topology) OneWay() (from, to int64, ok bool) {
	if t.oneWay == nil {
		t.oneWay = &[2]int64{}
		*t.oneWay = t.findOneWay()
	}
	from, to = t.oneWay[0], t.oneWay[1]
	return from, to, from != to
}

func (t *Topology) findOneWay() [2]int64 {
	more := map[[2]int64]int{} // edges from the lower to the higher rank, minus edges back
	first := int64(0)
	for i, end := range t.Index {
		from := int64(i)
		if end < first || end > int64(len(t.Edges)) {
			return [2]int64{} // the call is refused
		}
		for _, to := range t.Edges[first:end] {
			if from < to {
				more[[2]int64{from, to}]++
			} else if to < from {
				more[[2]int64{to, from}]--
			}
		}
		first = end
	}
	var found [2]int64
	for pair, n := range more {
		if n < 0 {
			pair[0], pair[1] = pair[1], pair[0]
		}
		if n != 0 && (found == [2]int64{} || slices.Compare(pair[:], found[:]) < 0) {
			found = pair
		}
	}
	return found
}
