package op

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Place is a rank's place in an object that several ranks share: a
// communicator, a window or a file. It never changes.
type Place struct {
	tracker.Object
	// Family is the ID of the communicator that the object was created on; of a
	// communicator its own.
	Family  uint64
	Members []int32 // the group that ranks of the object count in, as ranks in MPI_COMM_WORLD
	Remote  []int32 // the other group of an intercommunicator
	All     []int32 // who takes part in a collective call: Members and Remote
	Me      int32   // this rank in Members
	Inter   bool
	// Made are the calls of this rank that created the communicator, and the calls that created the communicator it was
	// made from; for a window or file, the calls that created its communicator.
	Made []tracker.Site
}

// RankName names a rank of the object for messages: its rank in MPI_COMM_WORLD,
// and its rank in the object beside it where they differ.
func (p *Place) RankName(rank int64) string { return RankName(p.Members, rank, p.Class) }

// RankName names a rank of an object of the class whose ranks are members.
func RankName(members []int32, rank int64, class calls.Class) string {
	of := "window"
	switch class {
	case calls.ClassComm:
		of = "communicator"
	case calls.ClassFile:
		of = "file"
	}
	if rank < 0 || rank >= int64(len(members)) {
		return fmt.Sprintf("rank %d of the %s", rank, of)
	}
	if int64(members[rank]) == rank {
		return fmt.Sprintf("rank %d", rank)
	}
	return fmt.Sprintf("rank %d (rank %d of the %s)", members[rank], rank, of)
}

// Alone reports whether no other rank takes part in collective calls on the object.
func (p *Place) Alone() bool { return len(p.All) < 2 }

// Peers are the ranks that messages on the object go to and come from.
func (p *Place) Peers() []int32 {
	if p.Inter {
		return p.Remote
	}
	return p.Members
}
