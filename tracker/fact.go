package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// FactKind names a kind of fact of the job view, for dispatch.
type FactKind uint8

// The kinds of facts.
const (
	FactMatched      FactKind = iota + 1 // *Matched
	FactDisagreement                     // *Disagreement
	FactMissing                          // *Missing
	FactAccess                           // *Access
	FactOutside                          // *Outside
	FactPair                             // *Pair
	FactPairDone                         // *Pair
	FactUnmatched                        // *Unmatched
	FactFencePut                         // *FencePut
	FactEnds                             // *Ends
	FactOpened                           // *Opened
	FactViews                            // *Views
	FactSplitReached                     // *SplitReached
	FactOpsDiffer                        // *OpsDiffer
	MaxFactKind
)

// Fact is something the job view has found out about several ranks. A fact
// is valid only while the rules look at it.
type Fact interface{ Kind() FactKind }

// Arrival is one rank's part in a collective call.
type Arrival struct {
	Site   Site
	Assert int64         // fence
	Root   int64         // calls with a root, else -1
	Op     *calls.Predef // reductions with a predefined operation
	UserOp bool
	Bytes  int64             // calls whose amount of data must agree: bytes; -1: not compared
	Size   int64             // window creation: bytes
	Disp   int64             // window creation: displacement unit
	Info   map[string]string // window creation
	// InfoUnknown: the info object's keys are not known.
	InfoUnknown bool
	Puts        []TargetUse // fence: targets changed since the last fence
	File        *FileArgs   // calls on files with arguments that must agree, else nil
}

// FileArgs are the arguments that must agree in a collective call on a file.
type FileArgs struct {
	Value   int64 // size, flag (0 or 1) or offset
	Whence  int64 // MPI_File_seek_shared
	EExtent int64 // MPI_File_set_view: extent of the etype in bytes; -1: unknown
	Datarep string
}

// Open is one rank's part in an MPI_File_open.
type Open struct {
	Site   Site // zero: the rank did not come
	Name   string
	Amode  int64
	Failed bool
	Hung   bool // the rank stood in it when the run ended
	// Dev and Ino name the file in the rank's file system; 0: unknown.
	Dev, Ino int64
}

// Opened is an MPI_File_open that has come back to all ranks, or that the
// ranks were in when the run ended.
type Opened struct {
	Object  string
	Members []int32
	Row     []Open
	Hosts   []string // of each rank of MPI_COMM_WORLD; nil: unknown
	Flavour *calls.Flavour
}

// Views is an access by the shared file pointer while the views of the ranks
// differ: A and B are two of them.
type Views struct {
	Object string
	Use    Site
	A, B   SetView
}

// SetView is one rank's MPI_File_set_view.
type SetView struct {
	Site         Site
	Disp         int64
	EType, FType string // names

	etype, ftype uint64 // equal for equal layouts; 0: unknown
}

// Matched is a collective call that all ranks of its object have made.
type Matched struct {
	Object  string
	Call    calls.Kind
	Inter   bool
	Win     *JobWin // nil for calls on communicators
	Members []int32 // ranks in MPI_COMM_WORLD
	Row     []Arrival
	Flavour *calls.Flavour
}

// Disagreement is a place in the order of collective calls where ranks differ.
// A is the call that most of them made, B another one.
type Disagreement struct {
	Object string
	A, B   Site // two ranks that differ
	// Others are further ranks that made the call of A, Against further ranks
	// that did not.
	Others, Against []Site
	// AtA and AtB name the objects that A and B act on.
	AtA, AtB string
	// Interleaved: each object's own order agrees, but the order across a
	// communicator and its windows does not.
	Interleaved bool
}

// Stand says where a rank is that did not come.
type Stand struct {
	Rank int32
	Why  string // "is in MPI_Recv", "called MPI_Finalize"
	At   Site
	// Behind are the calls of the ranks that the call At waits for.
	Behind []Site
}

// Missing is a collective call, at the end of the run, that some ranks of its
// object have made and others have not.
type Missing struct {
	Object  string
	Call    calls.Kind
	Arrived []Site
	Absent  []Stand
}

// Access is a communication call with the window as the target made it.
type Access struct {
	Rank   *Rank
	Call   *Call
	Target *Win // as the target rank sees it
}

// Outside is an access to a dynamic window where no region was attached.
type Outside struct {
	Call     Site
	Object   string
	Target   int32
	Lo, Hi   int64 // addresses
	Detached Site  // where a region that held them was detached, if one was
	Attached Site  // or where it was attached only later
	// Near is where an attached region close by was attached, if there is one.
	Near               Site
	NearBase, NearSize int64
}

// Half is one side of a start-post match: what o's start says of t, or t's
// post of o.
type Half struct {
	Site      Site
	Assert    int64
	Put       Site // first call of the epoch that changes the target's memory
	Completed bool
	post      *Half
}

// Pair is a start and the post it matches.
type Pair struct {
	Object         string
	Origin, Target int32 // ranks in MPI_COMM_WORLD
	Start, Post    *Half
	Flavour        *calls.Flavour
}

// Unmatched is a start or post whose partner never came.
type Unmatched struct {
	Object  string
	IsStart bool
	Site    Site
	From    int32
	To      Stand
	Blocked Site // the call in which From stands because of it, if it does
	// Other is a post of To that has no match either and names Others instead;
	// zero if there is none, and where From is the one that posts.
	Other  Site
	Others []int32
}

// FencePut is a call that changed a target's memory in a fence epoch that the
// target opened with NOPUT.
type FencePut struct {
	Object string
	Put    Site
	Target int32
	Fence  Site
}

// RankEnd says how a rank's run ended.
type RankEnd struct {
	Rank    int
	How     EndState
	In      Site   // the call it never came back from, if any
	Last    Site   // the last recorded call
	Waiting string // what that call waits for, as far as known
}

// Ends is the end of a run that did not end in MPI_Finalize on every rank.
type Ends struct{ Ranks []RankEnd }

// SplitReached is an RMA call that reached memory of another rank which is the
// buffer of that rank's split collective operation, while it was active.
type SplitReached struct {
	Call   Site
	Object string // the window
	Begin  Site   // of the target's operation
	Write  bool   // the operation writes the buffer to the file
	Writes bool   // the call changes the buffer
}

// OpsDiffer is an accumulate to bytes to which the same rank has an accumulate
// with another operation that is not complete, on a window whose info key
// accumulate_ops excludes that.
type OpsDiffer struct {
	Call, Before Site
	Object       string // the window
	Hint         string // the key's value
	Target       string // names the target
	Op, BeforeOp string
	Ordered      bool // the key accumulate_ordering does not take away the order of the two
}

// Kind implementations name the dispatch key of each fact.
func (*Matched) Kind() FactKind      { return FactMatched }
func (*Disagreement) Kind() FactKind { return FactDisagreement }
func (*Missing) Kind() FactKind      { return FactMissing }
func (*Access) Kind() FactKind       { return FactAccess }
func (*Outside) Kind() FactKind      { return FactOutside }
func (*Unmatched) Kind() FactKind    { return FactUnmatched }
func (*FencePut) Kind() FactKind     { return FactFencePut }
func (*Ends) Kind() FactKind         { return FactEnds }
func (*Opened) Kind() FactKind       { return FactOpened }
func (*Views) Kind() FactKind        { return FactViews }
func (*SplitReached) Kind() FactKind { return FactSplitReached }
func (*OpsDiffer) Kind() FactKind    { return FactOpsDiffer }

// Kind is FactPair when start and post match, FactPairDone once the start
// epoch is complete too.
func (p *Pair) Kind() FactKind {
	if p.Start.Completed {
		return FactPairDone
	}
	return FactPair
}
