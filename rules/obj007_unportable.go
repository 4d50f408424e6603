package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// maxPortableTag is the largest tag that every MPI library has.
const maxPortableTag = 32767

// unportableCall is an argument that is legal but probably not intended, or not portable.
var unportableCall = &Rule{
	ID:       "OBJ007",
	MPI:      "1.0",
	Title:    "legal, but unportable or probably unintended",
	Severity: Note,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Message Envelope; Cartesian Constructor; Topology Inquiry Functions; Datatypes; Data",
	Says: "Tags up to 32,767 are valid in every MPI library; a grid may be smaller than its communicator, which " +
		"leaves processes out; every nonzero value is true; arrays of queries are as long as what they receive.",
	Doc: "The call is legal here. In another MPI library the tag may be too large, on another processor the " +
		"misaligned access may stop the program; ranks outside the grid idle; a logical value such as 7 is often an " +
		"array that was never set; a second commit, and an array that is too short, often stand where another " +
		"variable was meant.",
	Advice: "Ask for MPI_TAG_UB before you use larger tags, let MPI_Dims_create choose the grid, set logical arrays " +
		"to 0 and 1, commit each datatype once, align buffers, and ask for sizes before you query a topology.",
	Silent: []string{
		"larger tags in a program that has asked for MPI_TAG_UB",
		"buffers of MPI_BYTE, MPI_PACKED, character types and derived datatypes at any address",
		"arrays of queries that are longer than needed",
		"a commit of a datatype that MPI_Type_dup or MPI_Type_get_contents returned",
		"a wait for requests that are all null or inactive, and a thread level that is not used: both are common",
	},
	Limit:     "A grid that is larger than its communicator is OBJ004, a tag above MPI_TAG_UB is MSG002.",
	On:        unportable(),
	If:        OddArgument | OddAddress,
	Arguments: true,
	Check: func(p *Pass) {
		if s := p.Call.Sem; s.SendTag >= 0 || s.RecvTag >= 0 {
			checkPortableTag(p)
		}
		checkAlignment(p)
		switch p.Call.Kind {
		case calls.CartCreate, calls.GraphCreate:
			checkWhole(p)
			checkTruth(p)
		case calls.CartSub:
			checkTruth(p)
		case calls.TypeCommit:
			checkCommit(p)
		case calls.CartGet, calls.CartCoords, calls.GraphGet, calls.GraphNeighbors:
			checkRoom(p)
		}
	},
}

// unportable lists the calls with tags or buffers, and calls on topologies.
func unportable() []calls.Kind {
	on := []calls.Kind{calls.CartCreate, calls.GraphCreate, calls.CartSub, calls.TypeCommit, calls.CartGet,
		calls.CartCoords,
		calls.GraphGet, calls.GraphNeighbors}
	return append(on, kindsWhere(func(s *calls.Sem) bool {
		return s.SendTag >= 0 || s.RecvTag >= 0 || call.UsesBuffer(s.Kind)
	})...)
}

// advise reports the call once for its place, whatever the object.
func (p *Pass) advise(related []Related, format string, args ...any) {
	p.ReportAt(p.Call.Site, tracker.Object{}, related, format, args...)
}

func checkPortableTag(p *Pass) {
	for _, i := range [2]int8{p.Call.Sem.SendTag, p.Call.Sem.RecvTag} {
		if i < 0 || p.Call.In[i] <= maxPortableTag || p.Rank.Messages.AskedTagUB ||
			!p.Rank.Watches(calls.FamilyObjects) {
			continue
		}
		if ub := p.Rank.TagUB; ub > 0 && p.Call.In[i] > ub {
			continue // MSG002
		}
		p.advise(nil, "%s with tag %d: MPI libraries need not have tags above %d",
			p.Call.Kind, p.Call.In[i], maxPortableTag)
		return
	}
}

// checkAlignment looks at buffers of predefined datatypes. In most calls all addresses are multiples of 8.
func checkAlignment(p *Pass) {
	c := p.Call
	if !slices.ContainsFunc(c.Sem.Buffers, func(b calls.Buffer) bool { return c.In[b.Addr]&7 != 0 }) {
		return
	}
	told := false
	p.Rank.Memory.BuffersOf(c, func(b datatype.Buffer) {
		n := alignment(b.Type)
		if told || n < 2 || b.Count <= 0 || b.Window || b.Addr%n == 0 || b.Addr == p.Rank.Flavour.InPlace {
			return
		}
		told = true
		p.advise(nil, "%s of %s at an address that is not a multiple of %d", c.Kind, b.Type, n)
	})
}

// alignment returns the alignment of a predefined datatype in bytes; 0 if
// it is not known.
func alignment(d *datatype.Type) int64 {
	if d == nil || d.Predef == nil {
		return 0
	}
	n := d.Size
	switch d.Predef.Group {
	case calls.IntType, calls.FloatType, calls.LogicalType:
	case calls.ComplexType:
		n /= 2
	default:
		return 0
	}
	if n&(n-1) != 0 {
		return 0
	}
	return min(n, 8)
}

// checkWhole reports a grid or graph that leaves processes out.
func checkWhole(p *Pass) {
	c := p.Call
	if c.Comm == nil || !c.Comm.Alive() || c.Comm.Inter {
		return
	}
	n, what := c.Arg("nnodes"), "graph"
	if c.Kind == calls.CartCreate {
		dims := p.array("dims")
		if dims == nil || int64(len(dims)) != c.Arg("ndims") {
			return
		}
		n, what = 1, "grid"
		for _, d := range dims {
			n = datatype.MulSat(n, d)
		}
	}
	if size := int64(len(c.Comm.Members)); n > 0 && n < size {
		verb := "get"
		if size-n == 1 {
			verb = "gets"
		}
		p.advise(nil, "%s of a %s of %d on %s, which has %d processes: %d %s MPI_COMM_NULL",
			c.Kind, what, n, c.Comm, size, size-n, verb)
	}
}

// checkTruth reports logical values other than 0 and 1; compilers also use -1.
func checkTruth(p *Pass) {
	for _, name := range [2]string{"periods", "remain_dims"} {
		for i, v := range p.array(name) {
			if v < -1 || v > 1 {
				p.advise(nil, "%s with %s[%d] = %d: true, but was it set?", p.Call.Kind, name, i, v)
				return
			}
		}
	}
}

func checkCommit(p *Pass) {
	d := p.Rank.Objects.Types.Lookup(p.Call.In[0])
	if d != nil && d.Alive() && d.Predef == nil && d.Committed && d.CommittedAt.Call == calls.TypeCommit {
		p.advise([]Related{At(roleCreated, d.CommittedAt, "the datatype was committed here")},
			"MPI_Type_commit of %s, which is already committed", d)
	}
}

// checkRoom reports arrays that are too short for the result of a query.
func checkRoom(p *Pass) {
	c := p.Call
	if c.Comm == nil || !c.Comm.Alive() {
		return
	}
	t := &c.Comm.Topology
	short := func(arg string, need int64) bool {
		if c.Arg(arg) >= need {
			return false
		}
		p.advise(nil, "%s with %s %d, but there are %d", c.Kind, arg, c.Arg(arg), need)
		return true
	}
	switch {
	case t.Kind == objects.Cartesian && t.NDims > 0 && (c.Kind == calls.CartGet || c.Kind == calls.CartCoords):
		short("maxdims", int64(t.NDims))
	case t.Kind != objects.Graph || len(t.Index) == 0:
	case c.Kind == calls.GraphGet:
		if !short("maxindex", int64(len(t.Index))) {
			short("maxedges", int64(len(t.Edges)))
		}
	case c.Kind == calls.GraphNeighbors:
		if rank := c.Arg("rank"); rank >= 0 && rank < int64(len(t.Index)) {
			need := t.Index[rank]
			if rank > 0 {
				need -= t.Index[rank-1]
			}
			short("maxneighbors", need)
		}
	}
}
