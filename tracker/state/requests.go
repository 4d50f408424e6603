package state

// requests are a rank's requests by handle. Those that a call has ended are used
// again, but not before the next call.
type requests struct {
	byHandle map[int64]*handle
	changes  int      // of the values that byHandle has
	free     *Request // by next
	ended    *Request // by the last call: rules may still look at them
	made     int64    // requests so far
	pass     int64    // iterations so far

	stored *variables // nil: there was no request
	piles  map[pile]*Lost
	doubt  bool // one of those in piles may have been completed since

	null      int64 // MPI_REQUEST_NULL
	general   bool  // there have been generalized requests
	earlyUses bool  // some Request has UsedEarly

	inUse *inUse // of the rank
}

// EarlyUses reports whether some Request has UsedEarly.
func (r *Rank) EarlyUses() bool { return r.requests.earlyUses }
