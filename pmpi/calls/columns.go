package calls

import "slices"

// The values of the columns of a row, see Row and Sem. The zero value of each
// says that a call does nothing of the kind.

// Classes of objects that calls create and free besides the objects of records.
const (
	ClassKeyval Class = iota + 32 // attribute keys
	ClassMemory                   // memory of MPI_Alloc_mem
	ClassTool                     // handles and sessions of the tool information interface
)

// Family is a group of calls that GOMARMOT_WATCH switches on and off together.
// The families are bits.
type Family uint8

// The families.
const (
	// FamilyBase is always recorded: calls that create and free objects.
	FamilyBase        Family = 0
	FamilyRMA         Family = 1 << 0 // windows
	FamilyIO          Family = 1 << 1 // files
	FamilyMessages    Family = 1 << 2 // point-to-point communication, and all requests
	FamilyCollectives Family = 1 << 3 // collective communication
	FamilyObjects     Family = 1 << 4 // calls that only look at an object, or set its attributes
	FamilyAll         Family = 1<<5 - 1
)

// FamilyNames are the families' names, by bit.
var FamilyNames = []string{"rma", "io", "messages", "collectives", "objects"}

// Names returns the names of the families; nil for all of them.
func (f Family) Names() []string {
	var out []string
	for i, name := range FamilyNames {
		if f != FamilyAll && f&(1<<i) != 0 {
			out = append(out, name)
		}
	}
	return out
}

// Families is the reverse of Names.
func Families(names []string) Family {
	if len(names) == 0 {
		return FamilyAll
	}
	f := FamilyBase
	for i, name := range FamilyNames {
		if slices.Contains(names, name) {
			f |= 1 << i
		}
	}
	return f
}

// Match says how a call meets calls of other ranks.
type Match uint8

// The calls, ranks or messages that a call meets.
const (
	NotMatched       Match = iota
	MatchCollective        // the n-th call on an object meets the n-th call of each rank of the object
	MatchGroup             // the ranks of a group argument, by tag or string
	MatchSurvivors         // the ranks of a communicator that have not failed
	MatchConnect           // processes of another job, by port or socket
	MatchJob               // every process that the process is connected with
	MatchSend              // a message that it sends
	MatchReceive           // a message that it receives
	MatchSendReceive       // a message that it sends, and a message that it receives
	MatchProbe             // a message that stays in its channel
	MatchReady             // partitions of a message that it sends
	MatchArrived           // a partition of a message that it receives
	MatchStart             // posts: MPI_Win_start
	MatchPost              // starts: MPI_Win_post
	MatchComplete          // waits: MPI_Win_complete
	MatchWait              // completes: MPI_Win_wait, MPI_Win_test
	MatchLock              // unlocks of locks that exclude the new lock
	MatchUnlock            // locks that may be granted after the unlock
)

// MovesMessage reports whether the call sends or receives a message.
func (m Match) MovesMessage() bool { return m >= MatchSend && m <= MatchSendReceive }

// OfMessage reports whether the call sends, receives or finds a message.
func (m Match) OfMessage() bool { return m.MovesMessage() || m == MatchProbe }

// Flow is the path of data in a collective call; on an intercommunicator, the path between its two groups. A call may
// return before other ranks have entered it if no data flows because a count is zero. For nonblocking and persistent
// calls, the completion of the operation takes the place of the return.
type Flow uint8

// The paths.
const (
	NoFlow        Flow = iota
	FlowAllToAll       // no rank returns before all have entered
	FlowRootToAll      // no rank returns before the root has entered
	FlowAllToRoot      // the root returns after all have entered
	FlowScan           // no rank returns before all lower ranks have entered
	FlowExscan         // the same, and the lowest rank gets nothing
	FlowNeighbors      // no rank returns before its neighbors have entered
	// FlowAgreement: all ranks together create an object. In MPI libraries no rank returns before all have entered; the
	// standard does not require that.
	FlowAgreement
)

// Scans reports whether data flows to higher ranks only.
func (f Flow) Scans() bool { return f == FlowScan || f == FlowExscan }

// Exchange says which amounts of data must match in a collective call: their type
// signatures are the same.
type Exchange uint8

// The amounts that must match.
const (
	NoExchange      Exchange = iota
	ExchangeSame             // all ranks give the same amount
	ExchangeGather           // the data of each rank, and the root's block for this rank
	ExchangeScatter          // the root's block for each rank, and the buffer of this rank
	ExchangeAll              // the data of each rank, and the block for this rank on every receiving rank
	ExchangePairs            // the block that rank A sends to rank B, and the block that B receives from A
)

// Topology is the source of a communicator's neighbors.
type Topology uint8

// The sources.
const (
	NoTopology Topology = iota
	TopologyCart
	TopologyGraph
	TopologyDistGraph
	TopologyParent // the communicator that was copied
)

// Blocks is the reason why a call may wait before it returns.
type Blocks uint8

// The reasons. A call that waits only for the MPI library does not block: MPI_Bsend copies the data, and the receive of
// MPI_Rsend is posted already. A call that creates the request of a persistent collective operation may block (MPI-4.1,
// Persistent Collective Operations: nonlocal).
const (
	NeverBlocks      Blocks = iota
	BlocksOnPartners        // the other ranks of a collective call
	BlocksOnPending         // communication under way on the object that the call frees
	BlocksOnJob             // every process that the process is connected with
	BlocksOnMessage         // the other end of a message
	BlocksOnRequests        // the operations of the call's requests
	BlocksOnLock            // the holders of a lock
	BlocksOnPosts           // exposure epochs: MPI_Win_post
	BlocksOnComplete        // access epochs: MPI_Win_complete
	BlocksOnTarget          // the completion of operations at their targets
)

// SendMode is the mode of a send.
type SendMode uint8

// The modes.
const (
	NoSend          SendMode = iota
	SendStandard             // the MPI library decides whether it buffers
	SendBuffered             // local: the program has attached a buffer
	SendSynchronous          // complete only when its receive has started
	SendReady                // its receive is posted already
)

// Operation is the kind of operation that a request belongs to.
type Operation uint8

// The operations.
const (
	NoOperation      Operation = iota
	StartsRMA                  // communication on a window
	StartsIO                   // data access on a file
	StartsMessage              // a send, a receive or both
	StartsCollective           // a collective operation
	StartsMakeComm             // the creation of a communicator
	StartsGeneral              // another: the program's own (MPI_Grequest_start), or a flush of buffers
)

// Completion says which of its requests a call completes.
type Completion uint8

// The choices.
const (
	CompletesNone Completion = iota
	CompletesOne
	CompletesAll
	CompletesAny  // the request that its index argument names
	CompletesSome // the requests that its array of indices names
	CompletesFree // the program gives the request up: MPI_Request_free
)

// RequestStep is an effect of a call on its requests, other than completion.
type RequestStep uint8

// The steps.
const (
	NoRequestStep   RequestStep = iota
	RequestActivate             // starts a persistent operation
	RequestCancel               // asks to cancel it
	RequestFinish               // the program's own operation is over: MPI_Grequest_complete
	RequestReady                // partitions may be sent
	RequestArrived              // asks for a partition
)

// EpochStep is the effect of a call on the epochs of a window.
type EpochStep uint8

// The steps.
const (
	NoEpochStep EpochStep = iota
	EpochFence
	EpochStart
	EpochComplete
	EpochPost
	EpochWait
	EpochTest // ends the exposure epoch with flag
	EpochLock
	EpochUnlock
	EpochLockAll
	EpochUnlockAll
	EpochFlush
	EpochFlushAll
	EpochFlushLocal
	EpochFlushLocalAll
	EpochSync
)

// OfPSCW reports whether the step begins or ends the epoch of a start or post.
func (e EpochStep) OfPSCW() bool { return e >= EpochStart && e <= EpochTest }

// Passive reports whether the step belongs to passive target communication,
// where the target makes no call.
func (e EpochStep) Passive() bool { return e >= EpochLock }

// Settles returns how far a step completes the operations that the rank has issued on the window. all: to all targets;
// otherwise only to the target that the rank argument names.
func (e EpochStep) Settles() (far Reach, all bool) {
	switch e {
	case EpochFence, EpochComplete, EpochUnlockAll, EpochFlushAll:
		return AtTarget, true
	case EpochUnlock, EpochFlush:
		return AtTarget, false
	case EpochFlushLocalAll:
		return AtOrigin, true
	case EpochFlushLocal:
		return AtOrigin, false
	}
	return NotSettled, false
}

// Reach is how far an operation on a window is complete.
type Reach uint8

// The degrees.
const (
	NotSettled Reach = iota
	AtOrigin         // its buffers may be used again
	AtTarget         // the effect on the target's memory is complete, too
)

// RMAOp is a communication operation on a window.
type RMAOp uint8

// The operations; an operation with a request has the same value.
const (
	NoRMA RMAOp = iota
	RMAPut
	RMAGet
	RMAAccumulate
	RMAGetAccumulate
	RMAFetchAndOp
	RMACompareAndSwap
)

// Writes reports whether the operation may change the target's memory.
func (o RMAOp) Writes() bool { return o != NoRMA && o != RMAGet }

// Reads reports whether the operation fetches the target's memory.
func (o RMAOp) Reads() bool { return o == RMAGet || o >= RMAGetAccumulate }

// Atomic reports whether the operation is an accumulate: atomic element by
// element against others.
func (o RMAOp) Atomic() bool { return o >= RMAAccumulate }

// Pointer says which position in the file a call uses.
type Pointer uint8

// The positions.
const (
	NoPointer         Pointer = iota
	PointerExplicit           // an offset argument, as in MPI_File_read_at
	PointerIndividual         // the individual file pointer
	PointerShared             // the shared file pointer
)

// SplitHalf says which half of a split collective operation a call is.
type SplitHalf uint8

// The halves.
const (
	NoSplit    SplitHalf = iota
	SplitBegin           // MPI_File_..._begin
	SplitEnd             // MPI_File_..._end
)

// AttrStep is the effect of a call on an attribute of an object.
type AttrStep uint8

// The steps.
const (
	NoAttr AttrStep = iota
	SetsAttr
	ReadsAttr
	DeletesAttr
)

// JobStep is the effect of a call on the MPI of the process.
type JobStep uint8

// The steps.
const (
	NoJobStep JobStep = iota
	JobBegins
	JobEnds
	JobAborts
)
