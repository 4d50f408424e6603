package fact

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Kind names a kind of fact, for dispatch.
type Kind uint8

// The kinds of facts.
const (
	OfMatched      Kind = iota + 1 // *Matched
	OfDisagreement                 // *Disagreement
	OfMissing                      // *Missing
	OfAccess                       // *Access
	OfOutside                      // *Outside
	OfPair                         // *Pair
	OfPairDone                     // *Pair
	OfUnmatched                    // *Unmatched
	OfFencePut                     // *FencePut
	OfEnds                         // *Ends
	OfOpened                       // *Opened
	OfViews                        // *Views
	OfSplitReached                 // *SplitReached
	OfOpsDiffer                    // *OpsDiffer
	OfMessage                      // *Message
	OfUnreceived                   // *Unreceived
	OfUneven                       // *Uneven
	OfRace                         // *Race
	OfFileRace                     // *FileRace
	OfMessageRace                  // *MessageRace
	OfForgotten                    // *Forgotten
	OfCycle                        // *Cycle
	OfHang                         // *Hang
	OfStandstill                   // *Standstill
	OfLockExposed                  // *LockExposed
	OfUnchecked                    // *Unchecked
	OfLockCycle                    // *LockCycle
	OfLockWait                     // *LockWait
	OfEntered                      // *Entered
	Kinds                          // the last kind plus 1
)

// Fact is a conclusion of the matchers about several ranks. It is valid only during the call of the rule that gets it.
type Fact interface{ Kind() Kind }

// Arrival is a rank's part in a collective call.
type Arrival struct {
	Site tracker.Site
	N    int64 // records of the rank up to the call
	Args op.Args
}

// Open is a rank's part in an MPI_File_open.
type Open struct {
	op.Open
	Site   tracker.Site // zero: the rank did not make the call
	Failed bool
	Hung   bool // the rank was in the call when the run ended
}

// Opened is an MPI_File_open that has returned on all ranks, or that ranks were in when the run ended.
type Opened struct {
	Object  tracker.Object
	Members []int32
	Row     []Open
	Hosts   []string // of each rank of MPI_COMM_WORLD; nil: unknown
	Flavour *calls.Flavour
}

// Views is accesses by the shared file pointer, of one rank or of two, while the views of the ranks differ: A and B are
// two such views.
type Views struct {
	Object tracker.Object
	Uses   []tracker.Site
	A, B   SetView
}

// SetView is a rank's MPI_File_set_view.
type SetView struct {
	op.ViewSet
	Site tracker.Site
}

// Difference is the part in which two views differ.
type Difference uint8

// The differences.
const (
	NoDifference Difference = iota
	Displacement
	EType
	FileType
)

// Differs returns the first part in which two views differ.
func (v *SetView) Differs(o *SetView) Difference {
	switch {
	case v.Disp != o.Disp:
		return Displacement
	case v.ELayout != o.ELayout:
		return EType
	case v.FLayout != o.FLayout:
		return FileType
	}
	return NoDifference
}

// Matched is a collective call that all ranks of its object have entered.
type Matched struct {
	Object  tracker.Object
	Call    calls.Kind
	Inter   bool
	Members []int32 // ranks in MPI_COMM_WORLD
	// Groups are the two groups of an intercommunicator, each in order of its ranks.
	Groups  [2][]int32
	Row     []Arrival
	Flavour *calls.Flavour
}

// Entered is a collective call that only some ranks of its object have entered at the end of the run. Members and Row
// have these ranks alone, and Groups are unknown.
type Entered struct {
	Matched
	Size int // ranks of the object
}

// Disagreement is a point in the order of collective calls at which ranks made different calls.
// A is the call of most ranks, B the call of another rank.
type Disagreement struct {
	Object tracker.Object
	A, B   tracker.Site
	// Others are the calls of further ranks that agree with A, Against the calls of further ranks that do not.
	Others, Against []tracker.Site
	// AtA and AtB name the objects that A and B act on.
	AtA, AtB tracker.Object
	Made     []tracker.Site // calls that created the object's communicator
	// Interleaved: the ranks agree on the order on each object, but not on the order across a communicator and its
	// windows. MissesA: the rank of B never made the call of A; MissesB: the rank of A never made the call of B.
	Interleaved      bool
	MissesA, MissesB bool
	// Instead is a call like A, on another object, that the rank of B has made and the rank of A has not.
	Instead Elsewhere
}

// Missing is a collective call that, at the end of the run, only some ranks of its object have made.
type Missing struct {
	Object  tracker.Object
	Call    calls.Kind
	Arrived []tracker.Site
	Absent  []Stand
	Made    []tracker.Site // calls that created the object's communicator
	// Init is the call that created a persistent operation; Absent have not started it for the Round-th time.
	// Zero: Absent have not made Call.
	Init  tracker.Site
	Round int64
}

// Access is a communication call, together with the target's creation of the window.
type Access struct {
	Site   tracker.Site
	On     *op.Place // the window
	Target int32     // rank of the window
	Data   op.TargetData
	Win    *op.WinMade // the target's
}

// Outside is an access to a dynamic window where no region was attached.
type Outside struct {
	Call     tracker.Site
	Object   tracker.Object
	Target   int32
	Lo, Hi   int64        // addresses
	Detached tracker.Site // the call that had detached a region with these addresses, if any
	Attached tracker.Site // the later call that attached such a region, if any
	// Near is the call that attached the region at NearBase, close to the access; zero: there is no such region.
	Near               tracker.Site
	NearBase, NearSize int64
	// Disp and Type are the target displacement and datatype of the access.
	Disp int64
	Type *datatype.Type
}

// Half is one side of a start-post match: the origin's start, or the target's post.
type Half struct {
	Site      tracker.Site
	Assert    int64
	Put       tracker.Site // the first call of the epoch that changes the target's memory
	Completed bool
}

// Pair is a start and its matching post.
type Pair struct {
	Object         tracker.Object
	Origin, Target int32 // ranks in MPI_COMM_WORLD
	Start, Post    *Half
	Posted         Order // whether the post came before the start
	Flavour        *calls.Flavour
}

// Unmatched is a start or post whose partner was never called.
type Unmatched struct {
	Object  tracker.Object
	IsStart bool
	Site    tracker.Site
	From    int32
	To      Stand
	Blocked tracker.Site // the call in which From waits for the missing partner; zero: From does not wait
	// Other is an unmatched post of To, whose group is Others, without From. Zero: there is no such post, or Site is a
	// post itself.
	Other  tracker.Site
	Others []int32
}

// FencePut is a call that changed a target's memory in a fence epoch that the target opened with MPI_MODE_NOPUT.
type FencePut struct {
	Object tracker.Object
	Put    tracker.Site
	Target int32
	Fence  tracker.Site
}

// SplitReached is an RMA call that reached the buffer of another rank's split collective operation while that
// operation was active.
type SplitReached struct {
	Call   tracker.Site
	Object tracker.Object // the window
	Begin  tracker.Site   // of the target's operation
	Write  bool           // the operation writes the buffer to the file
	Writes bool           // the call changes the buffer
}

// OpsDiffer is two accumulates of a rank to the same bytes, with different operations: Before was not complete when
// Call was made, and the window's info key accumulate_ops excludes that.
type OpsDiffer struct {
	Call, Before tracker.Site
	Hint         string    // the key's value
	On           *op.Place // the window
	Target       int32     // rank of the window
	Op, BeforeOp string
	Ordered      bool // the info key accumulate_ordering leaves the two accumulates in order
}

// Uneven is a collective call in which the data that A sends differs from the data that B expects or, with
// calls.ExchangeSame, from the data that B passes.
type Uneven struct {
	Object   tracker.Object
	Call     calls.Kind
	Exchange calls.Exchange
	A, B     Amount
	Block    int64 // ExchangeSame: the index of the block that differs; -1: the call has a single block
	Total    bool  // all blocks together differ
	Why      *datatype.Mismatch
}

// Amount is a rank's data in Uneven.
type Amount struct {
	Site  tracker.Site
	Count int64
	Type  *datatype.Type
	Root  bool
}

// Kind implementations name the dispatch key of each fact.
func (*Matched) Kind() Kind      { return OfMatched }
func (*Entered) Kind() Kind      { return OfEntered }
func (*Disagreement) Kind() Kind { return OfDisagreement }
func (*Missing) Kind() Kind      { return OfMissing }
func (*Access) Kind() Kind       { return OfAccess }
func (*Outside) Kind() Kind      { return OfOutside }
func (*Unmatched) Kind() Kind    { return OfUnmatched }
func (*FencePut) Kind() Kind     { return OfFencePut }
func (*Ends) Kind() Kind         { return OfEnds }
func (*Opened) Kind() Kind       { return OfOpened }
func (*Views) Kind() Kind        { return OfViews }
func (*SplitReached) Kind() Kind { return OfSplitReached }
func (*OpsDiffer) Kind() Kind    { return OfOpsDiffer }
func (*Uneven) Kind() Kind       { return OfUneven }

// Kind is OfPair when start and post match, OfPairDone once the access epoch is complete, too.
func (p *Pair) Kind() Kind {
	if p.Start.Completed {
		return OfPairDone
	}
	return OfPair
}
