package agree

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Group is the ranks of a communicator, window or file. The matcher keeps it from row to row.
type Group struct {
	Object  tracker.Object
	Inter   bool    // the object is an intercommunicator
	Members []int32 // ranks in MPI_COMM_WORLD
	// Place returns which member a rank in MPI_COMM_WORLD is; false: none. It may be nil for calls that exchange no
	// data.
	Place func(rank int32) (member int, ok bool)
	// Side returns the group of a member of an intercommunicator: 0 or 1. It may be nil for other objects.
	Side func(member int) int

	searched int // single blocks that were compared
}

// Row is the collective calls of the ranks of an object that meet, all of the same kind.
type Row struct {
	*Group
	Call   calls.Kind
	Groups [2][]int32 // of an intercommunicator, in their own order
	// Arrived is each rank's part in the call, by member; a zero Site: the rank has not come.
	Arrived []fact.Arrival
}

// Arrival returns a rank's part in a collective call. The result does not refer to the op.
func Arrival(x *op.Arrive) fact.Arrival {
	a := fact.Arrival{Site: x.Site, N: x.N, Args: x.Args}
	a.Args.Puts = slices.Clone(a.Args.Puts)
	return a
}

// exchange returns the data that a member gives and takes; nil: the member has not come, or the call exchanges no data.
func (r *Row) exchange(member int) *op.Exchange { return r.Arrived[member].Args.Exchange }

// Root returns the member that is the root; false: the root has not come, several members are the root, or the ranks
// name different roots.
func (r *Row) Root() (root int, ok bool) {
	root = -1
	named := int64(-1)
	for i := range r.Arrived {
		x := r.exchange(i)
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
