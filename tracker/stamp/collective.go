package stamp

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Members is the ranks of a communicator, window or file. The matcher keeps it from call to call.
type Members struct {
	Object tracker.Object
	Inter  bool    // the object is an intercommunicator
	Ranks  []int32 // in MPI_COMM_WORLD, by member
	// Place returns which member a rank in MPI_COMM_WORLD is; false: none. It may be nil for calls that exchange no
	// data.
	Place func(rank int32) (member int, ok bool)
	// Side returns the group of a member of an intercommunicator: 0 or 1. It may be nil for other objects.
	Side func(member int) int
	// Searched is how many single blocks of data a judge has compared. It is the judge's to count.
	Searched int
}

// Collective is the collective calls of the ranks of an object that meet, all of the same kind.
type Collective struct {
	*Members
	Call   calls.Kind
	Groups [2][]int32 // of an intercommunicator, in their own order
	// Arrived is each rank's part in the call, by member; a zero Site: the rank had not come when the run ended.
	Arrived []fact.Arrival
	Partial bool // some ranks had not come
}

// Root returns the member that is the root; false: the root has not come, several members are the root, or the ranks
// name different roots.
func (r *Collective) Root() (root int, ok bool) {
	root = -1
	named := int64(-1)
	for i := range r.Arrived {
		x := r.Arrived[i].Args.Exchange
		switch {
		case x == nil:
			continue
		case named < 0:
			named = r.Arrived[i].Args.Root
		case !r.Inter && r.Arrived[i].Args.Root != named:
			return -1, false
		}
		if x.Root && root >= 0 {
			return -1, false
		}
		if x.Root {
			root = i
		}
	}
	return root, root >= 0
}

// Arrival returns a rank's part in a collective call. The result does not refer to the op.
func Arrival(x *op.Arrive) fact.Arrival {
	a := fact.Arrival{Site: x.Site, N: x.N, Args: x.Args}
	a.Args.Puts = slices.Clone(a.Args.Puts)
	return a
}

// Clash is different collective calls of the ranks of an object at the same place of their order.
type Clash struct {
	Object  tracker.Object
	Made    []tracker.Site // by member; zero: the rank has not come
	Created []tracker.Site // calls that created the object's communicator
	// Instead returns a call like another rank's that a rank has made on another object, and the other rank has not:
	// both calls may mean the same, and pass different communicators.
	Instead func(rank int32, lacks tracker.Site) fact.Elsewhere
}

// Gathering is the calls that wait, at the end of the run, for ranks that they name.
type Gathering []Waiting

// Waiting is a call for which a rank names the ranks that make it, on object On. Those in Missing have not.
type Waiting struct {
	Object         tracker.Object
	On             uint64
	Arrival        fact.Arrival
	Ranks, Missing []int32
}

func (*Collective) stamp() {}
func (*Clash) stamp()      {}
func (*Gathering) stamp()  {}
