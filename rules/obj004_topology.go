package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/words"
)

// topologyChecks check calls that create or query a virtual topology.
var topologyChecks = func() map[calls.Kind]func(*Pass) {
	t := map[calls.Kind]func(*Pass){
		calls.CartCreate:              checkGrid,
		calls.CartMap:                 checkGrid,
		calls.DimsCreate:              checkDims,
		calls.GraphCreate:             checkGraph,
		calls.GraphMap:                checkGraph,
		calls.DistGraphCreate:         checkDistGraph,
		calls.DistGraphCreateAdjacent: checkAdjacent,

		calls.CartdimGet: needsTopology(objects.Cartesian, nil),
		calls.CartGet:    needsTopology(objects.Cartesian, nil),
		calls.CartSub:    needsTopology(objects.Cartesian, nil),
		calls.CartRank:   needsTopology(objects.Cartesian, checkCoords),
		calls.CartCoords: needsTopology(objects.Cartesian, checkRankArg),
		calls.CartShift:  needsTopology(objects.Cartesian, checkDirection),

		calls.GraphdimsGet:        needsTopology(objects.Graph, nil),
		calls.GraphGet:            needsTopology(objects.Graph, nil),
		calls.GraphNeighbors:      needsTopology(objects.Graph, checkRankArg),
		calls.GraphNeighborsCount: needsTopology(objects.Graph, checkRankArg),

		calls.DistGraphNeighbors:      needsTopology(objects.DistGraph, nil),
		calls.DistGraphNeighborsCount: needsTopology(objects.DistGraph, nil),
	}
	for _, k := range kindsWhere(func(s *calls.Sem) bool { return s.Flow == calls.FlowNeighbors }) {
		t[k] = needsNeighbors
	}
	return t
}()

// needsTopology returns a check that reports a communicator without a topology of the kind, and otherwise calls next.
func needsTopology(kind objects.TopologyKind, next func(*Pass, *objects.Comm)) func(*Pass) {
	return func(p *Pass) {
		c := existing(p.Call.Comm)
		switch {
		case c == nil || c.Topology.Kind == objects.UnknownTopology:
		case c.Topology.Kind != kind:
			p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
				"%s on %s, which has %s: it needs %s",
				p.Call.Kind, c, c.Topology.Kind, kind)
		case next != nil:
			next(p, c)
		}
	}
}

func needsNeighbors(p *Pass) {
	if c := existing(p.Call.Comm); c != nil && c.Topology.Kind == objects.NoTopology {
		p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
			"%s on %s, which has no topology: create one with MPI_Cart_create, "+
				"MPI_Graph_create or MPI_Dist_graph_create", p.Call.Kind, c)
	}
}

func checkRankArg(p *Pass, c *objects.Comm) {
	if rank := p.Call.Arg("rank"); rank < 0 || rank >= int64(len(c.Members)) {
		p.Report(nil, "%s with rank %d, but %s has ranks 0 to %d", p.Call.Kind, rank, c, len(c.Members)-1)
	}
}

func checkDirection(p *Pass, c *objects.Comm) {
	n := int64(c.Topology.NDims)
	direction := p.Call.Arg("direction")
	switch {
	case direction < 0 || n > 0 && direction >= n:
		p.Report(nil, "MPI_Cart_shift in direction %d, but the grid has %s, numbered from 0",
			direction, words.Count(max(int64(n), 0), "dimension"))
	case n == 0:
		p.Report(nil, "MPI_Cart_shift in direction %d, but the grid has no dimensions", direction)
	}
}

func checkCoords(p *Pass, c *objects.Comm) {
	coords, t := p.array("coords"), &c.Topology
	if len(coords) != len(t.Dims) {
		return
	}
	for i, x := range coords {
		if t.Periods[i] == 0 && (x < 0 || x >= t.Dims[i]) {
			p.Report([]Related{At(roleCreated, c.Made, "the grid was created here")},
				"MPI_Cart_rank: coords[%d] is %d, but dimension %d is not periodic and has coordinates 0 to %d",
				i, x, i, t.Dims[i]-1)
			return
		}
	}
}

// checkGrid checks MPI_Cart_create and MPI_Cart_map.
func checkGrid(p *Pass) {
	ndims := p.Call.Arg("ndims")
	if ndims < 0 {
		p.Report(nil, "%s with ndims %d", p.Call.Kind, ndims)
		return
	}
	if checkNullArrays(p) {
		return
	}
	dims := p.array("dims")
	if int64(len(dims)) != ndims {
		return
	}
	product := int64(1)
	for i, n := range dims {
		if n < 0 {
			p.Report(nil, "%s: dims[%d] is %d", p.Call.Kind, i, n)
			return
		}
		if n == 0 {
			p.ReportAs(Warning, nil, "%s: dims[%d] is 0, so no process is in the grid: compute it with "+
				"MPI_Dims_create", p.Call.Kind, i)
			return
		}
		product = datatype.MulSat(product, n)
	}
	if c := existing(p.Call.Comm); c != nil && !c.Inter && product > int64(len(c.Members)) {
		p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
			"%s of %d processes, but %s has %d", p.Call.Kind, product, c, len(c.Members))
	}
}

// checkDims checks MPI_Dims_create.
func checkDims(p *Pass) {
	nodes, ndims := p.Call.Arg("nnodes"), p.Call.Arg("ndims")
	switch {
	case nodes < 0:
		p.Report(nil, "MPI_Dims_create with nnodes %d", nodes)
		return
	case ndims < 0:
		p.Report(nil, "MPI_Dims_create with ndims %d", ndims)
		return
	case checkNullArrays(p):
		return
	}
	product := int64(1)
	for i, n := range p.array("dims") {
		if n < 0 {
			p.Report(nil, "MPI_Dims_create: dims[%d] is %d: set it to 0 to have it computed", i, n)
			return
		}
		product = datatype.MulSat(product, max(n, 1))
	}
	if nodes%product != 0 {
		p.Report(nil, "MPI_Dims_create: %d processes cannot be divided by %d, the product of the dimensions that are "+
			"given: set dims to 0 where it is to be computed", nodes, product)
	}
}

// checkGraph checks MPI_Graph_create and MPI_Graph_map.
func checkGraph(p *Pass) {
	nodes := p.Call.Arg("nnodes")
	c := existing(p.Call.Comm)
	switch {
	case nodes < 0:
		p.Report(nil, "%s with nnodes %d", p.Call.Kind, nodes)
		return
	case c != nil && !c.Inter && nodes > int64(len(c.Members)):
		p.Report([]Related{At(roleCreated, c.Made, "the communicator was created here")},
			"%s of %d nodes, but %s has %d processes", p.Call.Kind, nodes, c, len(c.Members))
		return
	case checkNullArrays(p):
		return
	}
	last := int64(0)
	for i, n := range p.array("index") {
		if n < last {
			p.Report(nil, "%s: index[%d] is %d, after %d: it counts the neighbors of all "+
				"nodes up to this one", p.Call.Kind, i, n, last)
			return
		}
		last = n
	}
	checkNodes(p, "edges", nodes)
}

// checkNodes reports the first element of an array that is not the number of a node.
func checkNodes(p *Pass, name string, nodes int64) {
	for i, n := range p.array(name) {
		if n < 0 || n >= nodes {
			p.Report(nil, "%s: %s[%d] is %d, but there are nodes 0 to %d", p.Call.Kind, name, i, n, nodes-1)
			return
		}
	}
}

func checkDistGraph(p *Pass) {
	if n := p.Call.Arg("n"); n < 0 {
		p.Report(nil, "MPI_Dist_graph_create with n %d", n)
		return
	}
	for i, n := range p.array("degrees") {
		if n < 0 {
			p.Report(nil, "MPI_Dist_graph_create: degrees[%d] is %d", i, n)
			return
		}
	}
	checkEnds(p)
}

func checkAdjacent(p *Pass) {
	for _, name := range []string{"indegree", "outdegree"} {
		if n := p.Call.Arg(name); n < 0 {
			p.Report(nil, "MPI_Dist_graph_create_adjacent with %s %d", name, n)
			return
		}
	}
	checkEnds(p)
}

// checkEnds reports ends of edges that are not ranks of the communicator.
func checkEnds(p *Pass) {
	c := existing(p.Call.Comm)
	if checkNullArrays(p) || c == nil || c.Inter {
		return
	}
	checkNodes(p, "sources", int64(len(c.Members)))
	checkNodes(p, "destinations", int64(len(c.Members)))
}
