package op

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// What says what an Op tells other ranks.
type What uint8

// The kinds of ops. On is always the object concerned.
const (
	// Arrives: a collective call was entered. More may be an *Args.
	Arrives What = iota
	// Leaves: a collective call returned. Joins: a nonblocking one, which arrived when the rank
	// had Count records, is complete.
	Leaves
	Joins
	// Accesses: communication on a window: Data, Peer; More is an *Access. Retracts: the
	// communication with Op.N Count has failed.
	Accesses
	Retracts
	// CompletesAtTarget: communication with target Peer of the window, or with all its ranks where that is
	// negative, is complete there; CompletesAtOrigin: at this rank only. HasRequest: communication with
	// Op.N Count is complete at this rank.
	CompletesAtTarget
	CompletesAtOrigin
	HasRequest
	// HasFetched: the communication whose record in ring Tag is number Count has fetched the value Data.Disp. There is no
	// place.
	HasFetched
	// Touches: the rank loads or stores memory of a window, its own or that of Peer, which it shares: Data, Disp being an
	// address, or the distance from the base of Peer. Count numbers its touches, More is a *Touch. HasTouched: those with number Count have ended; Unsure: how is unknown.
	Touches
	HasTouched
	// Syncs: an MPI_Win_sync.
	Syncs
	// SyncsMemory: the rank has entered or returned from a call by which loads and stores of shared memory before and after
	// it are seen in this order; or it has executed a fence of the processor.
	SyncsMemory
	// Locks: the rank asks for a lock of Peer, or of all ranks of the window where that is negative;
	// Count is the assertion. Unlocks: it has released it; Failed: the call that asked has failed.
	Locks
	Unlocks
	// Starts and Posts: access and exposure epochs begin: Names, Count.
	Starts
	Posts
	// Completes: an access epoch ends; Names are its targets. HasCompleted: that
	// call has returned.
	Completes
	HasCompleted
	// Waits: an exposure epoch has ended; Names are its origins.
	Waits
	// Strays: how often the rank has started or posted is no longer known.
	Strays
	// Creates: the rank has a new window: More is a *WinMade.
	Creates
	// Attaches and Detaches: memory of a dynamic window: Data.Disp is its
	// address, Data.Count its bytes.
	Attaches
	Detaches
	// Frees: the rank has freed a window, or closed a file. Forgets: whether
	// it exists is no longer known.
	Frees
	Forgets
	// Opens and HasOpened: an MPI_File_open was entered, and returned: More is an *Open.
	Opens
	HasOpened
	// SetsView: the rank sets its view of a file: More is a *ViewSet.
	SetsView
	// UsesShared: data access by the shared file pointer, under view number Count.
	UsesShared
	// BeginsSplit and EndsSplit: a split collective operation, number Count, whose
	// buffer is Data.
	BeginsSplit
	EndsSplit
	// ReachesFile: a data access to a file has returned, or has been begun; it was called when
	// the rank had Count records. More is a *FileAccess.
	ReachesFile
	// EndsAccess: a data access that was only begun when the rank had Count records is complete; Unsure: perhaps, or it
	// is another one.
	EndsAccess
	// SyncsFile: an MPI_File_sync has returned, or the file was closed; it was called when the rank had Count records.
	SyncsFile
	// Resizes: an MPI_File_set_size or MPI_File_preallocate has returned; Data.Count is the size.
	Resizes
	// MovesShared: a call has returned that moves the shared file pointer of a file. More is a
	// *SharedMove.
	MovesShared
	// Sends: a message to Peer with Tag, of Data; Count numbers the rank's messages
	// and receives. More may be an *Init.
	Sends
	// Doubts: whether message Count was sent is unknown.
	Doubts
	// Unsends: message Count was cancelled.
	Unsends
	// Receives: a receive, number Count, was posted, from Peer with Tag.
	Receives
	// Describes: the Data of receive number Count, which was not known before.
	Describes
	// Received: receive number Count is complete, and has taken a message from Peer with Tag; Unsure: which one
	// is unknown. Failed: the call returned an error.
	Received
	// Withdrawn: receive number Count was cancelled.
	Withdrawn
	// Sent: the synchronous or nonblocking standard send of message Count to Peer with Tag is complete;
	// Unsure: nothing waits for that.
	Sent
	// Sees: a probe has found a message from Peer with Tag; Unsure: it asked for one of any rank; Failed: another
	// thread may have taken one that came before.
	Sees
	// Readies: the rank has marked partitions of the partitioned send of message Count as ready. More is a *Parts.
	Readies
	// HasArrived: the rank has found partitions of the partitioned receive number Count to be there. More is a *Parts;
	// nil: the request is freed.
	HasArrived
	// Restarts: the rank has started the persistent collective operation that it created when it had Count
	// records; Failed: it is unknown whether it has; Unsure: it has not, but has freed the request.
	Restarts
	// RestartsParts: the rank has started the partitioned send of message Count, or the partitioned receive number
	// Count where Mode is NoSend; More is a *Parts.
	RestartsParts
	// Drains: a call has returned that waits for all buffered messages which the rank has sent so far.
	Drains
	// Learns: the rank has heard of what others did, in a way that no other op shows.
	Learns
	// Gathers: a call that meets those of the ranks in Names, by a tag. More is an *Args.
	Gathers
	// Founds: a call has returned that has created communicator On with the ranks of one or two
	// groups. They may have waited for each other.
	Founds
	// Exchanges: a collective call of which this rank is the only process, and in which it may not take what it
	// gives itself. More is an *Args.
	Exchanges
	// Hears: a call has returned that may have told the rank what others have done.
	Hears
	// Loses: records of the rank are missing. Other ranks may no longer be
	// compared with it.
	Loses
	// Whats is how many there are.
	Whats
)

// Op is one side of a call as other ranks may meet it. It is a value: nothing it
// refers to changes later. There may be one for every record of a log, so what
// few calls have is in More.
type Op struct {
	What   What
	Failed bool // Leaves, HasOpened, Received, Unlocks, Restarts, RestartsParts: the call returned an error
	Sync   bool // Arrives: no rank can complete it before all have entered
	Unsure bool // HasTouched; Starts, Posts: which ranks it names is unknown, or it is one too many
	// Partitioned: Sends, Receives: a partitioned operation was created.
	Partitioned bool
	Exclusive   bool           // Locks
	Mode        calls.SendMode // Sends, Sent, RestartsParts
	// Peer is the target as a rank of the window; of messages the other process as a
	// rank in MPI_COMM_WORLD.
	Peer  int32
	Tag   int32 // of messages
	Site  tracker.Site
	N     int64 // the rank's records so far: the order of its ops
	On    *Place
	Count int64 // see What; Starts, Posts: the assertion
	Data  Data
	Names *Names
	// More is of the type that What implies: *Args, *WinMade, *Open, *ViewSet, *Access, *Touch,
	// *FileAccess, *SharedMove, *Init, *Parts; nil where there is nothing more to say.
	More any
}

// Init is the call that created the persistent request of a message.
type Init struct{ Made tracker.Site }

// Parts are partitions [From, To) of an operation that has Of of them, when it was started for the
// Round-th time.
type Parts struct{ Round, From, To, Of int64 }

// Names are the ranks of a window that a start, post, complete or wait is about.
type Names struct {
	Ranks []int32
	Puts  []TargetUse // Completes: the first change at each
}

// Access is what an access to a window is beside the data that it reaches, and what its rank had
// under way then.
type Access struct {
	Fetches bool          // it returns what the target's memory held
	Atomic  bool          // an accumulate function
	Op      *calls.Predef // of an accumulate; nil: unknown, or it has none
	AnyOps  bool          // the window's info allows different operations at once
	OneOp   bool          // it promises a single one: MPI_NO_OP, too, is another one
	Loose   bool          // it takes the order of one rank's writing accumulates away, and says nothing of operations

	Epoch     Epoch
	Opened    tracker.Site // the call that opened it
	Exclusive bool         // its lock
	NoCheck   bool         // its lock passed MPI_MODE_NOCHECK
	Locks     []LockRef    // other locks of single targets that the rank holds
	All       *LockedAll

	OpenOps *OpenOps
	Splits  []SplitRef // its active split collective operations

	// Operand is what it leaves, or combines with what is there; Compare what MPI_Compare_and_swap compares with. Width
	// is how many bytes these have, 0 where they are not known.
	Operand, Compare int64
	Width            int8
}

// FileAccess is what a data access reaches of a file.
type FileAccess struct {
	Pieces  []datatype.Buffer // addresses are places in the file
	Atomic  bool              // the file was in atomic mode
	Pending bool              // the call has only begun it
}

// SharedStep is what a call does to a shared file pointer.
type SharedStep uint8

// The steps; all but SharedSingle are collective calls.
const (
	SharedLost    SharedStep = iota // it failed, or goes to a place that is not known
	SharedTo                        // it sets the pointer
	SharedOrdered                   // data access of all ranks, one after the other
	SharedSingle                    // data access of one rank
)

// SharedMove is a call that moves the shared file pointer. An ordered access is described as in
// ReachesFile, but for its place.
type SharedMove struct {
	Step       SharedStep
	To         int64 // SharedTo: in etypes of the view
	Disp, Unit int64 // of the view, and of its etype, in bytes
	FType      *datatype.Type
	Bytes      int64 // that are accessed at most; -1: unknown
	Writes     bool
	Atomic     bool
	Pending    bool
}

// Data is what an access or a split collective operation reaches.
type Data struct {
	Disp   int64 // in the target's displacement units; an address where there is none
	Count  int64
	Type   *datatype.Type // nil: unknown
	Writes bool           // Accesses: it may change the target's memory. BeginsSplit: it writes the file
	Moves  bool
}

// Bytes is the size of the data; -1 if it is unknown.
func (d *Data) Bytes() int64 {
	if d.Type == nil || d.Type.Unknown || d.Type.Null() || d.Count < 0 {
		return -1
	}
	return datatype.MulSat(d.Count, d.Type.Size)
}

// Args are the arguments of a collective call that must agree between the ranks.
type Args struct {
	Assert int64
	Root   int64         // calls with a root, else -1
	Op     *calls.Predef // reductions with a predefined operation
	OwnOp  OwnOp         // reductions with an operation of the program
	Win    *WinArgs      // window creation
	Comm   *CommArgs     // communicator creation
	File   *FileArgs     // calls on files with arguments that must agree
	Puts   []TargetUse   // fence: targets changed since the last fence
	// Exchange is the data of collective communication.
	Exchange *Exchange
}

// OwnOp says whether an operation is one that the program has defined.
type OwnOp uint8

// The answers.
const (
	NoOwnOp OwnOp = iota // it is not, or that is unknown
	Commutes
	DoesNotCommute
)

// WinArgs are the arguments that created a window.
type WinArgs struct {
	Size, DispUnit int64
	Info           map[string]string // the keys and values of its info object; nil: unknown
}

// FileArgs are the arguments that must agree in a collective call on a file.
type FileArgs struct {
	Value   int64 // size, flag (0 or 1) or offset
	Whence  int64 // MPI_File_seek_shared
	EExtent int64 // MPI_File_set_view: extent of the etype in bytes; -1: unknown
	Datarep string
}

// WinMade is what other ranks' accesses to a rank's window are checked against.
type WinMade struct {
	Flavor               Flavor
	Model                Model
	Base, Size, DispUnit int64
	Site                 tracker.Site
}

// Address is where an access with a displacement begins in the memory of the window's rank.
func (w *WinMade) Address(disp int64) int64 { return Address(w.Flavor, w.Base, w.DispUnit, disp) }

// Address is where an access with a displacement begins in memory.
func Address(f Flavor, base, unit, disp int64) int64 {
	if f == Dynamic {
		return disp
	}
	return datatype.AddSat(base, datatype.MulSat(disp, unit))
}

// Open is a rank's part in an MPI_File_open.
type Open struct {
	Name  string
	Amode int64
	// Dev and Ino name the file in the rank's file system; 0: unknown.
	Dev, Ino int64
	// Hints are the keys and values of the info object; nil: unknown.
	Hints map[string]string
}

// ViewSet is a rank's MPI_File_set_view.
type ViewSet struct {
	Number       int // views the rank has set on the file so far, with this one
	Disp         int64
	EType, FType string // names
	ELayout      uint64 // equal for equal layouts; 0: unknown
	FLayout      uint64
}

// SplitRef names a split collective operation of a file.
type SplitRef struct {
	File   uint64 // ID
	Number int64
	Since  int64 // Op.N of its begin on this rank
}

func flag(b bool) uint8 {
	if b {
		return 1
	}
	return 0
}

// Flags are the fields of an op that have a few values only.
func (o *Op) Flags() uint64 {
	f := flag(o.Failed) | flag(o.Sync)<<1 | flag(o.Unsure)<<2 | flag(o.Partitioned)<<3 | flag(o.Exclusive)<<4 | flag(o.Data.Writes)<<5 | flag(o.Data.Moves)<<6
	return uint64(f) | uint64(o.Mode)<<7
}

// SetFlags sets these fields.
func (o *Op) SetFlags(f uint64) {
	o.Failed, o.Sync, o.Unsure, o.Partitioned, o.Exclusive = f&1 != 0, f>>1&1 != 0, f>>2&1 != 0, f>>3&1 != 0, f>>4&1 != 0
	o.Data.Writes, o.Data.Moves, o.Mode = f>>5&1 != 0, f>>6&1 != 0, calls.SendMode(f>>7)
}
