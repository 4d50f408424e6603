package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Site is one call of one rank: what a finding points at.
type Site struct {
	Rank   int32      // rank in MPI_COMM_WORLD
	Call   calls.Kind // the MPI call
	Thread uint16
	Seq    uint32 // of the call's first record in its thread
	PC     uint64 // return address in the caller; 0 if there is no call
}

// IsZero reports whether the site names no call.
func (s Site) IsZero() bool { return s.Call == 0 }
