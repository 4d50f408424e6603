package fact

import "time"

// Hang is ranks that wait forever: for each other, or for ranks that are gone.
type Hang struct {
	Ranks []RankEnd // that wait: of a cycle in its order
	Gone  bool      // what they wait for can no longer come
	// Behind are other ranks that wait for these, directly or not.
	Behind []int32
	// Threads: other threads of the ranks, which have made no MPI call so far, might make the one that is
	// waited for.
	Threads bool
}

// Standstill is a job none of whose ranks made progress: all those that had not ended waited in MPI
// calls, or polled and found nothing.
type Standstill struct {
	Polls   []RankEnd // those that polled
	Waiting int       // how many others waited in calls
	For     time.Duration
	Running bool // it has not ended
}

// Kind implementations name the dispatch key of each fact.
func (*Hang) Kind() Kind { return OfHang }

// Kind is OfStandstill.
func (*Standstill) Kind() Kind { return OfStandstill }
