package timeline

import "github.com/gomarmot/gomarmot/tracker"

// Category says what a bar stands for.
type Category uint8

// The categories. All but Access, which is a moment, are lasting states.
const (
	FenceEpoch   Category = iota // from fence to fence
	StartEpoch                   // access epoch from start to complete
	LockEpoch                    // from lock to unlock
	LockAllEpoch                 // from lock_all to unlock_all
	PostEpoch                    // exposure epoch from post to wait
	SplitIO                      // split collective operation from begin to end
	InCall                       // inside an MPI call whose return is recorded
	Access                       // a communication call on a window
	Categories                   // the number of categories
)

// Timeline is the picture of a run. Times are seconds since the first call of the job.
type Timeline struct {
	Span  float64
	Lanes []Lane // of the ranks that left a log, ascending
	// Clocks is the number of clocks: each host has its own. Lanes with different
	// clocks are aligned only by time of day.
	Clocks int
	// Aggregated: lanes hold Bins instead of Bars.
	Aggregated bool
	bars       int64 // bars so far, whether or not they were kept
	Rows       Choice[Row]
	Pairs      Choice[Pair]
	Messages   Choice[Message]
	Calls      []CallTotal // most time first

	// WorkSeen is the number of pieces of work on GPUs and of moments of their streams, WorkKept the number in Lanes.
	WorkSeen int64
	WorkKept int

	lanes    map[int32]*lane // for At
	pins     map[pin]uint64
	onStream map[pin]int32
}

// Choice is a selection of links: the kept links, and the number of all.
type Choice[T any] struct {
	Kept []T
	Seen int64
}

// Lane holds the calls of a rank.
type Lane struct {
	Rank       int
	Host       string
	Clock      int // ranks with the same number share a clock
	Start, End float64
	Bars       []Bar // by start
	Bins       *Bins
	Streams    []Stream // of GPUs, in the order of first use

	Calls    int64               // recorded
	Accesses int64               // communication calls on windows
	Seconds  [Categories]float64 // sum of the bars; overlapping bars all count
}

// Bar is a lasting state of a rank, or a call.
type Bar struct {
	Category   Category
	Start, End float64
	Call       string // the call that began it
	On         string // the window, file or communicator
	Peer       int    // rank of the target in MPI_COMM_WORLD, -1: none
	Thread     int
	Open       bool // it had not ended when the rank was last known to be alive
}

// Bins cut a lane into equal parts.
type Bins struct {
	Start, Width float64
	Share        [Access][]float32 // of each bin, 0 to 1
	Calls        []uint32          // begun in each bin
}

// Row is a collective call with the ranks that made it.
type Row struct {
	Call, On string
	Ranks    []int     // nil: all ranks in order
	Times    []float64 // the time at which each rank entered the call; -1: not kept
}

// Pair is a start on a rank and the matching post on another.
type Pair struct {
	On             string
	Origin, Target int
	Start, Post    float64
}

// Message is a message and the receive that has matched it.
type Message struct {
	On       string // the communicator
	Data     string // "100 MPI_DOUBLE"; "" if it is not known
	From, To int
	Tag      int
	Bytes    int64 // -1: unknown
	// Sent and Received are the times at which the calls Send and Receive were entered, which posted send and
	// receive.
	Sent, Received float64
	Send, Receive  tracker.Site
}

// CallTotal sums up a procedure over all ranks.
type CallTotal struct {
	Name    string
	Count   int64
	Seconds float64 // inside the procedure
	Longest float64 // inside a call
	Rank    int     // of the longest call; -1 if no time is recorded
}
