package objects

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// Link is a call that has linked its job with another job, as a rank that made the call sees it: the call has spawned
// the other job, or the jobs have met at a port.
type Link struct {
	Call    tracker.Site
	ID      uint64  // the same on all ranks that made the call; 0: not known
	Members []int32 // who made the call
	Size    int     // number of processes of the other job
	Port    string  // of MPI_Comm_accept and MPI_Comm_connect, on the root only
	// Entered and Returned are ticks.
	Entered, Returned uint64
}

// MostLinks bounds the links that a rank keeps.
const MostLinks = 1 << 10

// linksJobs reports whether a call may link its job with another job.
func linksJobs(k calls.Kind) bool {
	return k == calls.CommSpawn || k == calls.CommSpawnMultiple || k == calls.CommAccept || k == calls.CommConnect
}

// atPort reports whether the jobs have met at a port.
func (l *Link) atPort() bool {
	return l.Call.Call == calls.CommAccept || l.Call.Call == calls.CommConnect
}
