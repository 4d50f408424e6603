package fact

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

// Kind implementations name the dispatch key of each fact.
func (*Hang) Kind() Kind { return OfHang }
