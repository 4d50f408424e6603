package calls

import "slices"

// Sem is the meaning of a call: the columns of its row, and facts that follow from its
// prototype. It is computed once for each kind and never changed.
//
// Positions of arguments are also the words of the enter record that hold
// them; positions of results are words of the leave record after the return
// code. Both are -1 where there is none.
type Sem struct {
	Kind   Kind
	Family Family

	// Comm, Win and File are the arguments that name the object of the call; Request is a single request argument,
	// Requests an array, Message a message handle.
	Comm, Win, File, Request, Requests, Message int8

	// Dest, Source, SendTag and RecvTag are arguments of messages, Root and Op of collective calls, Op also of
	// accumulates. Target is the argument with a rank in the window's group, Group the group, Assert the assertion.
	Dest, Source, SendTag, RecvTag, Root, Op, Target, Group, Assert int8
	// Origin and Result are the memory of an operation on a window at its origin, Remote is the memory at its target:
	// there the address is the displacement. Compare is the address of the value that MPI_Compare_and_swap compares.
	Origin, Result, Remote Elements
	Compare                int8
	// Offset and Buf are arguments of data accesses on files, Buf also of the end of a split collective. Mapped and
	// Digest are words that the wrapper adds.
	Offset         int8
	Buf            Elements
	Mapped, Digest int8

	// Makes is the class of the object that the call returns, MakesOut the result with its handle. A request that the
	// call returns besides is in Starts.
	Makes    Class
	MakesOut int8
	// Existing: the returned object may have existed before.
	Existing bool
	// HandsOut is the class of objects that the call returns in an array.
	HandsOut Class
	// Frees is the class of the object that the call frees, FreesArg the argument.
	Frees    Class
	FreesArg int8
	// For is the class of the objects that an attribute key or error handler is for. Keyval is the argument with the
	// key; for a call that creates a key, the result.
	For    Class
	Keyval int8
	Attr   AttrStep

	Match Match
	// Over is the class of the object over whose ranks the call is collective; 0: the call is not collective.
	Over Class
	// Ordered: the call has a place in the order of the collective calls on its object.
	Ordered bool
	// As is the kind as which the call matches, mostly its own: MPI_Comm_dup_with_info meets MPI_Comm_dup.
	As   Kind
	Flow Flow
	// Amount is the argument with the count of the rank's data, which has no part in the flow if the count is 0. -1:
	// there is no data, or an array of counts.
	Amount int8
	// Same are the arguments that must be the same on all ranks (Row.Same, root,
	// op).
	Same     []int8
	Exchange Exchange
	Topology Topology
	Send     SendMode
	Blocks   Blocks
	// Polls: the call returns at once, and programs repeat it until it has found something: then the result Flag is
	// true or, for calls without a flag, OutCount is above 0.
	Polls bool
	// Quiet: the call does not tell a rank which calls other ranks have made.
	Quiet bool

	// Starts is the operation of the request that the call returns as StartsOut, at the address in StartsArg.
	Starts      Operation
	StartsOut   int8
	StartsArg   int8
	Persistent  bool // nothing begins before MPI_Start
	Partitioned bool
	Completes   Completion
	Keeps       bool
	Flag        int8 // result: the call has found something
	Index       int8 // result: the index of the request
	OutCount    int8 // result: the number of requests
	Step        RequestStep
	// Status is the first of three results about the message of the call: its source, its tag, and its bytes (-1: it
	// was cancelled). StatusArg is the argument. Statuses is true for calls with an array of statuses.
	Status    int8
	StatusArg int8
	Statuses  bool
	// Got is the result of a read from a file that says how many bytes were read, according to the status.
	Got int8

	Epoch EpochStep
	RMA   RMAOp
	IO    IO
	// Idle: the program must complete all requests on the file before the call.
	Idle bool

	Buffers []Buffer
	Job     JobStep
	// Anytime: allowed before MPI is initialized and after it is finalized.
	Anytime bool

	// Enter names the words of the enter record: the arguments, then words that the
	// wrapper adds. Leave names the words of the leave record after the return code:
	// the results, then words that the wrapper adds.
	Enter, Leave []string
	// EnterBlob and LeaveBlob name the arrays and strings of their blobs.
	EnterBlob, LeaveBlob []string
}

// Elements are the arguments that say where elements of a datatype are. Without a count there is a single element.
type Elements struct {
	Addr, Count, Type int8
}

// IO is the kind of a data access on a file: the same for each call of the procedure.
type IO struct {
	Data        bool // the call moves data; otherwise only Pointer may be set
	Write       bool
	Pointer     Pointer
	Collective  bool
	Nonblocking bool
	Half        SplitHalf
	Partner     Kind // the other half
}

// unknown stands for kinds that no call has.
var unknown = newSem(0)

// Of returns the meaning of calls of kind k; it is never nil.
func Of(k Kind) *Sem {
	if k >= MaxKind {
		return unknown
	}
	return sems[k]
}

// EnterWord returns the word of an enter record that has the name, or -1.
func (s *Sem) EnterWord(name string) int { return slices.Index(s.Enter, name) }

// LeaveWord returns the word of a leave record, after the return code, that has
// the name, or -1.
func (s *Sem) LeaveWord(name string) int { return slices.Index(s.Leave, name) }

// Recurs reports whether programs make the call again and again while they wait: not each of these calls has a record.
func (s *Sem) Recurs() bool { return s.Polls || s.Epoch == EpochSync }

// Test reports whether the call completes requests only if it finds them
// complete; the result Flag or OutCount says so.
func (s *Sem) Test() bool { return s.Completes != CompletesNone && s.Polls }

// Repeats reports whether programs give nearly the same array of requests to the call again and again. The record
// of a long array may have only the differences: see event.Changes.
func (s *Sem) Repeats() bool {
	return s.Requests >= 0 && (s.Completes == CompletesAny || s.Completes == CompletesSome)
}

// Collective reports whether the call is collective.
func (s *Sem) Collective() bool { return s.Over != 0 }
