package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// Site is a call of a rank: findings point at sites, and a site identifies the operation of its call.
type Site struct {
	Rank   int32      // rank in MPI_COMM_WORLD
	Call   calls.Kind // the MPI call
	Ring   uint16     // ring of the thread: with Seq it names the record
	Seq    uint32     // of the call's first record in its ring
	Thread uint32     // in order of first MPI call, or NoThread
	PC     uint64     // return address in the caller; 0 if there is no call
}

// NoThread stands for a thread that has made no MPI call.
const NoThread = ^uint32(0)

// IsZero reports whether the site names no call. It is asked many times for
// each call: no copy.
func (s *Site) IsZero() bool { return s.Call == 0 }
