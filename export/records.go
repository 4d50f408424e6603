package export

import "time"

// schema names the version of the fields. Adding a field keeps the version, changing a field's meaning does not.
const schema = "gomarmot-export/1"

// jobRecord is the first record. All times are nanoseconds since Started.
type jobRecord struct {
	Record  string    `json:"record"` // "job"
	Schema  string    `json:"schema"`
	Ranks   int       `json:"ranks"` // size of MPI_COMM_WORLD
	Missing []int     `json:"missing"`
	MPI     string    `json:"mpi"`
	Command string    `json:"command"`
	Started time.Time `json:"started"` // of the first call, by the time of day
	Log     string    `json:"log"`
	Hosts   []string  `json:"hosts"` // of each rank; "": unknown
}

// callRecord is an MPI call.
type callRecord struct {
	Record    string `json:"record"` // "call"
	Rank      int    `json:"rank"`   // in MPI_COMM_WORLD
	Thread    int    `json:"thread"` // in order of first MPI call
	Number    string `json:"number"` // of its record, as gomarmot log events takes it
	Call      string `json:"call"`
	Entered   int64  `json:"entered"`
	Returned  *int64 `json:"returned"` // nil: see Ended
	Ended     ended  `json:"ended"`
	File      string `json:"file"`
	Line      int    `json:"line"`
	Function  string `json:"function"`
	Error     *int64 `json:"error"` // return code, 0 is MPI_SUCCESS; nil if Returned is nil
	Arguments values `json:"arguments"`
	Results   values `json:"results"`

	seen int64 // when the rank was last known to be alive; set if Ended is endedNever or endedLost
}

// ended says whether a call has returned.
type ended string

// How calls end.
const (
	endedReturned ended = "returned"
	endedUnknown  ended = "unknown" // calls of its kind have a single record, made on entry
	endedNever    ended = "never"   // it had not returned when the rank was last known to be alive
	endedLost     ended = "lost"    // the record of its return is missing
)

// matchRecord is a set of calls that belong together by the rules of the standard.
type matchRecord struct {
	Record   string       `json:"record" parquet:"-"` // "match"
	ID       int64        `json:"id" parquet:"id"`    // from 1
	Kind     string       `json:"kind" parquet:"kind,dict"`
	Call     string       `json:"call" parquet:"call,dict"`     // name of a collective call; else ""
	Object   string       `json:"object" parquet:"object,dict"` // the communicator, window or file
	Tag      *int32       `json:"tag" parquet:"tag,optional"`   // of a message
	Bytes    *int64       `json:"bytes" parquet:"bytes,optional"`
	Count    *int64       `json:"count" parquet:"count,optional"` // elements that were sent
	Datatype string       `json:"datatype" parquet:"datatype,dict"`
	Sure     bool         `json:"sure" parquet:"sure"` // false: the receive may have got another message
	Calls    []partRecord `json:"calls" parquet:"calls,list"`

	order int64 // number of the message among all messages that waited for their receives
}

// The kinds of matches.
const (
	kindMessage    = "message"
	kindCollective = "collective"
	kindEpoch      = "epoch"
)

// partRecord is a call of a match.
type partRecord struct {
	Role   string `json:"role" parquet:"role,dict"` // send, receive, member, start, post
	Rank   int    `json:"rank" parquet:"rank"`
	Thread int    `json:"thread" parquet:"thread"`
	Number string `json:"number" parquet:"number"`
	Call   string `json:"call" parquet:"call,dict"`
	// Entered is when the call was entered, Completed when a receive was complete; nil: no longer known.
	Entered   *int64 `json:"entered" parquet:"entered,optional"`
	Completed *int64 `json:"completed" parquet:"completed,optional"`

	from, to *end // start and end of the message's arrow in a trace
	selected bool // the call was exported
}

// end is a moment inside a call.
type end struct {
	thread int
	at     int64
}

// stateRecord is an epoch, a split collective operation, or the operation of a request, from begin to end.
type stateRecord struct {
	Record string `json:"record" parquet:"-"` // "state"
	Kind   string `json:"kind" parquet:"kind,dict"`
	Rank   int    `json:"rank" parquet:"rank"`
	Thread int    `json:"thread" parquet:"thread"`      // of the call that began it
	Number string `json:"number" parquet:"number"`      // of the call that began it; "" for epochs
	Call   string `json:"call" parquet:"call,dict"`     // name of the call that began it
	Object string `json:"object" parquet:"object"`      // the window, file or communicator
	Peer   *int   `json:"peer" parquet:"peer,optional"` // rank in MPI_COMM_WORLD of the epoch's target
	Begin  int64  `json:"begin" parquet:"begin"`
	End    int64  `json:"end" parquet:"end"`
	Open   bool   `json:"open" parquet:"open"` // it had not ended when the rank was last known to be alive
}

// kindRequest is the kind of the operations of requests. Other states have the kind of their epoch.
const kindRequest = "request"

// findingRecord is a broken rule, as in a report. The consequences of a finding come after it; their Cause is its ID.
type findingRecord struct {
	Record      string       `json:"record" parquet:"-"` // "finding"
	ID          int64        `json:"id" parquet:"id"`    // from 1
	Cause       *int64       `json:"cause" parquet:"cause,optional"`
	Rule        string       `json:"rule" parquet:"rule,dict"`
	Severity    string       `json:"severity" parquet:"severity,dict"`
	Title       string       `json:"title" parquet:"title"`
	Message     string       `json:"message" parquet:"message"`
	Object      string       `json:"object" parquet:"object"`
	Ranks       []int        `json:"ranks" parquet:"ranks,list"`
	Count       int64        `json:"count" parquet:"count"`
	Citation    string       `json:"citation" parquet:"citation"`
	Says        string       `json:"says" parquet:"says"`
	Advice      string       `json:"advice" parquet:"advice"`
	Fingerprint string       `json:"fingerprint" parquet:"fingerprint"`
	Suppressed  bool         `json:"suppressed" parquet:"suppressed"` // by the user
	Calls       []siteRecord `json:"calls" parquet:"calls,list"`
}

// siteRecord is a call that a finding names.
type siteRecord struct {
	Role     string `json:"role" parquet:"role,dict"` // fault, or a rules.Role
	Rank     int    `json:"rank" parquet:"rank"`
	Thread   *int   `json:"thread" parquet:"thread,optional"`
	Number   string `json:"number" parquet:"number"` // "" if it has no record
	Call     string `json:"call" parquet:"call,dict"`
	Entered  *int64 `json:"entered" parquet:"entered,optional"` // nil: no longer known
	File     string `json:"file" parquet:"file"`
	Line     int    `json:"line" parquet:"line"`
	Function string `json:"function" parquet:"function"`
	Note     string `json:"note" parquet:"note"`
}

// End is the last record. An export without it is incomplete.
type End struct {
	Record   string `json:"record"` // "end"
	Calls    int64  `json:"calls"`
	Matches  int64  `json:"matches"`
	States   int64  `json:"states"`
	Findings int64  `json:"findings"`
	// Undrawn is how many messages have no arrow in a trace. Untimed is how often a match, state or finding needed
	// the time of a call that was no longer known.
	Undrawn int64 `json:"undrawn"`
	Untimed int64 `json:"untimed"`
	// Unseen are sentences on the evidence that is missing from the log.
	Unseen []string `json:"unseen"`
}

// Sink writes the records of an export in a format. Job comes first, then all calls, then other records, End last.
type Sink interface {
	Job(*jobRecord) error
	Call(*callRecord) error
	Match(*matchRecord) error
	State(*stateRecord) error
	Finding(*findingRecord) error
	End(*End) error
}
