package fact

import "time"

// Hang is ranks that wait forever: for each other, or for ranks that are gone.
type Hang struct {
	Ranks []RankEnd // the ranks that wait; a cycle in its order
	Gone  bool      // Ranks wait for ranks that have ended
	// Behind are further ranks that wait for Ranks, directly or through others.
	Behind []int32
	// Threads: threads of the ranks that have not called MPI so far might still make the missing call.
	Threads bool
}

// Standstill is a job in which no rank made progress: every rank that had not ended waited in an MPI call, or polled
// without success.
type Standstill struct {
	Polls   []RankEnd // the ranks that polled
	Waiting int       // number of ranks that waited in calls
	For     time.Duration
	Running bool // the job has not ended
}

// Kind implementations name the dispatch key of each fact.
func (*Hang) Kind() Kind { return OfHang }

// Kind is OfStandstill.
func (*Standstill) Kind() Kind { return OfStandstill }
