package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Object names an MPI object in facts and findings. It is a value: two of them
// are equal if they name the same object.
type Object struct {
	Class calls.Class // 0: no object
	ID    uint64      // the same on all its ranks; 0 where that is unknown
	Label string      // for messages: "window 1 of MPI_COMM_WORLD"
}

// String names the object in messages; empty where there is none.
func (o Object) String() string { return o.Label }
