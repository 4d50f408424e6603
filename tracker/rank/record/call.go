package record

// Moment is the side of a call that an event stands for.
type Moment uint8

const (
	// NoCall: the event is not an MPI call.
	NoCall Moment = iota
	// Entered: the program has made the call; the state is still the old one.
	Entered
	// Returned: the call has returned with its results.
	Returned
)
