package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// oneWayGraph is a neighborhood collective call on a graph with edges whose reverse edges are missing.
var oneWayGraph = &Rule{
	ID:       "COLL008",
	MPI:      "3.0",
	Title:    "neighborhood collective call on a graph that is not symmetric",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Neighborhood Collective Communication on Virtual Topologies",
	Says: "On a topology of MPI_Graph_create, neighborhood collective communication is restricted to symmetric " +
		"graphs: any two processes have as many edges from one to the other as back.",
	Doc: "Each process sends to its neighbors and receives from the same neighbors. A rank that is a neighbor in one " +
		"direction only is waited for in vain, or sends data that is never received.",
	Advice: "Add the edges back, or use MPI_Dist_graph_create_adjacent, where sources and destinations are separate " +
		"lists.",
	Silent: []string{
		"a graph that is not symmetric without such calls",
		"distributed graphs, and grids",
		"edges from a process to itself",
	},
	Limit: "Graphs whose arrays are unknown, as after a refused call, are left out.",
	On:    kindsWhere(func(s *calls.Sem) bool { return s.Flow == calls.FlowNeighbors }),
	Check: func(p *Pass) {
		c := p.Call.Comm
		if c == nil || c.Topology.Kind != objects.Graph {
			return
		}
		if from, to, ok := c.Topology.OneWay(); ok {
			p.Report([]Related{At(roleCreated, c.Topology.Made, "the graph was created here")},
				"%s on a graph that is not symmetric: rank %d has more edges to rank %d than back",
				p.Call.Kind, from, to)
		}
	},
}
