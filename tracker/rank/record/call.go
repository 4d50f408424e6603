package record

// Moment is the side of a call that an event records.
type Moment uint8

const (
	// NoCall: the event belongs to no MPI call.
	NoCall Moment = iota
	// Entered: the program has made the call; the state is still the old state.
	Entered
	// Returned: the call has returned with its results.
	Returned
)
