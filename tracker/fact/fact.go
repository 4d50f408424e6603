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
	Kinds                          // how many there are
)

// Fact is what the matchers have found out about several ranks. A fact
// is valid only while the rules look at it.
type Fact interface{ Kind() Kind }

// Arrival is one rank's part in a collective call.
type Arrival struct {
	Site tracker.Site
	N    int64 // records of the rank up to it
	Args op.Args
}

// Open is one rank's part in an MPI_File_open.
type Open struct {
	op.Open
	Site   tracker.Site // zero: the rank did not come
	Failed bool
	Hung   bool // the rank stood in it when the run ended
}

// Opened is an MPI_File_open that has returned on all ranks, or that the
// ranks were in when the run ended.
type Opened struct {
	Object  tracker.Object
	Members []int32
	Row     []Open
	Hosts   []string // of each rank of MPI_COMM_WORLD; nil: unknown
	Flavour *calls.Flavour
}

// Views is an access by the shared file pointer while the views of the ranks
// differ: A and B are two of them.
type Views struct {
	Object tracker.Object
	Use    tracker.Site
	A, B   SetView
}

// SetView is one rank's MPI_File_set_view.
type SetView struct {
	op.ViewSet
	Site tracker.Site
}

// Difference is the part of the views in which two of them differ.
type Difference uint8

// The differences.
const (
	NoDifference Difference = iota
	Displacement
	EType
	FileType
)

// Differs says in which part two views differ.
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
	// Groups are those of an intercommunicator, in their own order.
	Groups  [2][]int32
	Row     []Arrival
	Flavour *calls.Flavour
}

// Entered is a collective call that some ranks of its object have entered at the end of the run, and others have not:
// Members and Row have only those that have, and Groups are not known.
type Entered struct {
	Matched
	Size int // ranks of the object
}

// Disagreement is a place in the order of collective calls where ranks differ.
// A is the call that most of them made, B another one.
type Disagreement struct {
	Object tracker.Object
	A, B   tracker.Site // two ranks that differ
	// Others are further ranks that made the call of A, Against further ranks
	// that did not.
	Others, Against []tracker.Site
	// AtA and AtB name the objects that A and B act on.
	AtA, AtB tracker.Object
	Made     []tracker.Site // calls that created the object's communicator
	// Interleaved: each object's own order agrees, but the order across a
	// communicator and its windows does not. MissesA: the rank of B has not made the call of A, before or after its
	// own; MissesB: the other way round.
	Interleaved      bool
	MissesA, MissesB bool
	// Instead is a call like A that the rank of B has made, and the rank of A has not.
	Instead Elsewhere
}

// Missing is a collective call, at the end of the run, that some ranks of its
// object have made and others have not.
type Missing struct {
	Object  tracker.Object
	Call    calls.Kind
	Arrived []tracker.Site
	Absent  []Stand
	Made    []tracker.Site // calls that created the object's communicator
	// Init is the call that created a persistent operation which the ranks in Arrived have started for the Round-th
	// time; zero: it is Call that ranks have not made.
	Init  tracker.Site
	Round int64
}

// Access is a communication call, with the window as its target created it.
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
	Detached tracker.Site // where a region that held them was detached, if one was
	Attached tracker.Site // or where it was attached only later
	// Near is where an attached region close by was attached, if there is one.
	Near               tracker.Site
	NearBase, NearSize int64
}

// Half is one side of a start-post match: the origin's start, or the target's
// post.
type Half struct {
	Site      tracker.Site
	Assert    int64
	Put       tracker.Site // first call of the epoch that changes the target's memory
	Completed bool
}

// Pair is a start and the post it matches.
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
	Blocked tracker.Site // the call in which From waits because of it, if it does
	// Other is a post of To that has no match either and names Others instead;
	// zero if there is none, and where From is the one that posts.
	Other  tracker.Site
	Others []int32
}

// FencePut is a call that changed a target's memory in a fence epoch that the
// target opened with MPI_MODE_NOPUT.
type FencePut struct {
	Object tracker.Object
	Put    tracker.Site
	Target int32
	Fence  tracker.Site
}

// SplitReached is an RMA call that reached memory of another rank which is the
// buffer of that rank's split collective operation, while it was active.
type SplitReached struct {
	Call   tracker.Site
	Object tracker.Object // the window
	Begin  tracker.Site   // of the target's operation
	Write  bool           // the operation writes the buffer to the file
	Writes bool           // the call changes the buffer
}

// OpsDiffer is an accumulate to bytes to which the same rank has an accumulate
// with another operation that is not complete, on a window whose info key
// accumulate_ops excludes that.
type OpsDiffer struct {
	Call, Before tracker.Site
	Hint         string    // the key's value
	On           *op.Place // the window
	Target       int32     // rank of the window
	Op, BeforeOp string
	Ordered      bool // the key accumulate_ordering does not take away the order of the two
}

// Uneven is a collective call in which B takes other data than A gives it or, of
// those with calls.ExchangeSame, gives other data than A.
type Uneven struct {
	Object   tracker.Object
	Call     calls.Kind
	Exchange calls.Exchange
	A, B     Amount
	Block    int64 // ExchangeSame: which of the blocks differs; -1: there is one
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

// Kind is OfPair when start and post match, OfPairDone once the start
// epoch is complete too.
func (p *Pair) Kind() Kind {
	if p.Start.Completed {
		return OfPairDone
	}
	return OfPair
}
