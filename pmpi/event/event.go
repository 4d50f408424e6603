package event

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// Kinds of records other than calls. Numbers are explicit and never reused.
const (
	// Pad fills the end of a ring; readers skip it.
	Pad calls.Kind = 1024
	// Blob carries bytes that belong to the next record of the same thread.
	// Words: total length in bytes, offset of this piece. The bytes follow
	// from the second slot on. Readers join the pieces into Event.Blob.
	Blob calls.Kind = 1025
	// Predef names a predefined handle of this process. Words: class
	// (calls.Class), handle, id (calls.Predef.ID); for datatypes also size,
	// lower bound, extent, true lower bound and true extent in bytes.
	Predef calls.Kind = 1026
	// Thread is the first record of each thread. Words: operating system
	// thread id, 1 if it is the thread that initialized MPI, kind of its first
	// call (0: unknown), number of the thread (missing in old logs: there it is
	// Event.Thread).
	Thread calls.Kind = 1027
	// Probe records whether the MPI library knows the handle of an object that was
	// not created by a recorded call. Words: class (calls.Class), handle, 1 if the
	// library knows it. It precedes the record of the call that used the handle.
	Probe calls.Kind = 1028
	// Lost marks a place where records are missing: of the threads with this
	// Event.Thread or, if that is NoThread, of threads without a ring. Word: their
	// number. Readers add a Lost, with a second word 1, where records of any thread
	// may be missing because the log is damaged; the first word is -1 if their number
	// is unknown.
	Lost calls.Kind = 1029
	// End is the last record of a process that ended by itself. Words: an
	// EndReason; the kind of the call its thread was in, 0 if in none; the exit status plus 1,
	// 0 if it did not exit or this is not known.
	End calls.Kind = 1030
	// Stray is an MPI call outside of the time between the initialization of
	// MPI and its end. Words: kind of the call; 0 before, 1 after.
	Stray calls.Kind = 1031
	// BindingUsed records that this thread has called MPI through a language binding
	// for the first time. It precedes this call; for C it may follow
	// later. A thread without such a record calls from C. Word:
	// Binding.
	BindingUsed calls.Kind = 1032
	// Stack is the stack of a call that a library made, written when it is new.
	// Word: its number, which the PCs of later records have in their upper
	// bits. Its blob holds two arrays: the return addresses above PC, innermost
	// first; and the Python functions above these, for each the number of a
	// Python record and a line.
	Stack calls.Kind = 1033
	// Python names a Python function. Word: its number. Its blob holds two
	// strings: the source file and the function's name.
	Python calls.Kind = 1034
	// Polls counts unrecorded calls that followed the last record of the thread: tests that found no completion, of
	// which that record is the first; or calls of MPI_Win_sync from the same place, of which that record is the first,
	// and the next record the last. Word: their number.
	Polls calls.Kind = 1035
	// Access describes loads or stores by an instruction of the program: runs of bytes at equal distances. PC is the
	// address behind the instruction, as of a call. The record stands between the two calls of its thread between
	// which the accesses happened. Later accesses to the same bytes may have no record until the thread's next release.
	// Words: address of the first run, bytes of a run, number of runs, bytes from run to run (may be negative),
	// AccessFlags.
	Access calls.Kind = 1036
	// AccessBits is an Access to units of bytes that lie anywhere near an address. Words: the address, bytes
	// of a unit (1, 2, 4 or 8), AccessFlags, then up to 8 words: bit i of word k, the lowest bit first, says
	// whether unit 64k+i was accessed.
	AccessBits calls.Kind = 1037
	// Memory is the state of memory of the program's heap, or of a thread's stack, that MPI uses. Words: a MemoryState;
	// the argument that has the memory, as a position in calls.Sem.Enter; the address of its first byte, and of the
	// byte behind its last; the address and the size of a block of the heap; of a buffer with a displacement for each
	// part, the index of the part. For a buffer it stands before the record of the call with the buffer; for a block
	// that the program gives back, before the next call of any thread, and PC is the place that gave it back.
	Memory calls.Kind = 1038
	// Value is the element that the call with the next record of this thread stores in a window, or combines with the
	// window's element. Words: its bytes (4 or 8), its value as a signed number; of MPI_Compare_and_swap also the value
	// to compare with.
	Value calls.Kind = 1039
	// Fetched is the element that a call has fetched from a window, written when it is complete at the rank. Words:
	// Event.Seq of the call's record, the element as a signed number. If the element is unknown, no record is written.
	Fetched calls.Kind = 1040
	// Changed records that the data an operation sends has changed since the operation began. It is written inside
	// the call that completes the operation. Words: class and handle of the request or window that ends the
	// operation, the target or -1, the address of the buffer, of its first byte, and of the byte behind its last.
	Changed calls.Kind = 1041
	// Segment is memory of another rank in a window that processes share, as the MPI library says. It follows the call
	// that creates the window, where loads and stores of the program are recorded. Words: the window, the rank in its
	// group, the address in this process, the size in bytes.
	Segment calls.Kind = 1042
	// GPU is work that the program has given to a GPU, or an operation that orders such work. It precedes the next MPI
	// call of any thread; PC is the program's call. Words: a GPUAction; the GPU's context; the stream: a handle, 0 the
	// legacy default stream, a negative number the default stream of a thread; GPUFlags; the event, the number of the
	// kernel's GPUName, or the bytes that are freed; the tick at which the program's call returned.
	GPU calls.Kind = 1043
	// GPUMemory is memory that the work of the GPU record before it uses. Words: address of the first row, bytes of a
	// row, rows, from one row to the next in bytes, GPUUse; the allocation's first byte and the one behind its last; of
	// a kernel the parameter from 0 that is the address, -1 if the address is inside a parameter.
	GPUMemory calls.Kind = 1044
	// GPUName names a kernel. Word: its number. Its blob holds a string: the name, mangled.
	GPUName calls.Kind = 1045
	// Code is machine code around the place that a failed call returns to, which is PC; written once for each place. It
	// stands between the two records of the first such call. Words: the machine (machine.Machine), the address of the
	// first byte. Its blob holds one array.
	Code calls.Kind = 1046
	// Created is written once, before MPI_Finalize, by a process in which the MPI library provides MPI_THREAD_SINGLE
	// and whose program has created a thread since MPI_Init. PC is the first such place in the program. No words.
	Created calls.Kind = 1047
)

// GPUAction is the kind of a GPU record.
type GPUAction int64

// The actions.
const (
	GPUCopy       GPUAction = 1
	GPUFill       GPUAction = 2
	GPUKernel     GPUAction = 3
	GPUOther      GPUAction = 4  // work whose memory is unknown, such as a graph
	GPUHost       GPUAction = 5  // a function of the host, or a wait for or a write to memory: it may order anything
	GPURecord     GPUAction = 6  // the stream reaches the event
	GPUAwait      GPUAction = 7  // the stream waits for the event
	GPUStreamDone GPUAction = 8  // the host has waited for the stream, or found it idle
	GPUEventDone  GPUAction = 9  // the host has waited for the event, or found it reached
	GPUDeviceDone GPUAction = 10 // the host has waited for all streams of the context
	GPUFree       GPUAction = 11
	GPUCapture    GPUAction = 12 // further work on the stream is not executed, but becomes a graph
	GPUCaptured   GPUAction = 13
	GPULost       GPUAction = 14 // records are missing here
)

// GPUFlags describe the behavior of a stream. The bits from 8 on are the number of GPUMemory records that follow.
type GPUFlags int64

// The flags.
const (
	GPULegacy      GPUFlags = 1 // the stream is the legacy default stream
	GPUNonblocking GPUFlags = 2 // neither waits for the legacy default stream nor is waited for by it
	GPUHIP         GPUFlags = 4 // the program called HIP; otherwise CUDA
)

// Uses returns how many GPUMemory records follow.
func (f GPUFlags) Uses() int { return int(f >> 8 & 0xff) }

// GPUUse describes how work uses memory.
type GPUUse int64

// The uses.
const (
	GPUWrites   GPUUse = 1 // the work writes the memory; otherwise it reads it
	GPUMay      GPUUse = 2 // a kernel: it may read and write the memory, and other parts of the allocation
	GPUPageable GPUUse = 4 // host memory that is not locked
	// Something else than the recorded work may have stored to the allocation: the processor, another process, the
	// loader of a module, or work before recording began or after it ended.
	GPUOutside GPUUse = 8
)

// MemoryState is a fault of memory, or its owner.
type MemoryState int64

// The states.
const (
	MemoryBeyond    MemoryState = 1 // the memory begins in the block, and ends beyond it
	MemoryFreed     MemoryState = 2 // the memory begins in the block, which has been freed
	MemoryGivenBack MemoryState = 3 // the memory is the block, which is freed or moved
	// It lay on the stack, in local variables of functions that have returned. In place of the argument there is the
	// kind of the call that comes next, which has noticed it; there is no block.
	MemoryReturned MemoryState = 4
	// There is none: bit i of the only other word says that the argument with number i of the call that comes next is
	// NULL, where MPI needs the address of a result.
	MemoryNone MemoryState = 5
	// It lies in an allocation of an accelerator, such as a GPU, which is the block. A Refusal follows.
	MemoryDevice MemoryState = 6
	MemoryBehind MemoryState = 7 // it begins behind the block, in memory that the allocator keeps for itself
	MemoryBefore MemoryState = 8 // it begins before the block, and ends in the block or beyond
	// It is a part of a buffer that has a displacement for each part. The buffer is in the block, and the displacement
	// leads out of the block.
	MemoryElsewhere MemoryState = 9
	MemoryLarger    MemoryState = 10 // it is the beginning of the block, which has some multiple of 2^32 bytes more
)

// Refusal is the reason why the MPI library cannot access memory of an accelerator.
type Refusal int64

// The reasons.
const (
	NotRefused   Refusal = 0 // it can, or that is uncertain
	RefusedCUDA  Refusal = 1 // MPIX_Query_cuda_support has returned 0
	RefusedROCm  Refusal = 2 // MPIX_Query_rocm_support has returned 0
	RefusedHIP   Refusal = 3 // MPIX_Query_hip_support has returned 0
	KindsNotCUDA Refusal = 4 // the memory allocation kinds of MPI_COMM_WORLD have no kind of CUDA
	KindsNotROCm Refusal = 5 // and no kind of ROCm
)

// AccessFlags qualify an Access or AccessBits.
type AccessFlags int64

// The flags.
const (
	AccessWrites AccessFlags = 1 << iota // else it only reads
	AccessAtomic                         // by an atomic operation of the processor
	AccessFence                          // a fence of the processor or language: of no bytes
	AccessOther                          // by a thread that does not own this ring
)

// Thread returns the number of the thread, which AccessOther is about; false if it has made no MPI call.
func (f AccessFlags) Thread() (number uint32, known bool) {
	n := uint32(f >> 8)
	return n - 1, n > 0
}

// Kind returns how the access is named beside calls.
func (f AccessFlags) Kind() calls.Kind {
	return calls.ProgramKind(f&AccessWrites != 0, f&AccessAtomic != 0)
}

// Binding is a way into MPI.
type Binding int64

// The bindings.
const (
	BindingC    Binding = 0
	BindingMpif Binding = 1 // mpif.h and "use mpi" call the same procedures
	BindingF08  Binding = 2
)

// String returns the name of the binding as reports show it.
func (b Binding) String() string {
	switch b {
	case BindingC:
		return "C"
	case BindingMpif:
		return "mpif.h or use mpi"
	case BindingF08:
		return "mpi_f08"
	}
	return fmt.Sprintf("binding %d", int64(b))
}

// EndReason says how a process ended, as far as the process itself could record it.
type EndReason int64

// The reasons. A rank without an End record was killed.
const (
	EndFinalized EndReason = 1 // MPI_Finalize (or the last Session_finalize) returned
	EndExit      EndReason = 2 // exit() or return from main without MPI_Finalize
	EndAbort     EndReason = 3 // MPI_Abort was called by this process
)

// Phase says which side of a call a record describes.
type Phase uint8

// The phases.
const (
	Once  Phase = 0 // the only record of the call, written before it is forwarded
	Enter Phase = 1 // before the call is forwarded
	Leave Phase = 2 // after the call returned
)

// NoThread is the Event.Thread of a Lost record about threads without a ring.
const NoThread = 0xffff

// MaxWords is the largest number of words a record holds.
const MaxWords = 13

// SlotSize is the size of a ring slot in bytes.
const SlotSize = 64

// Event is a record.
//
// Words of a Once or Enter record: the call's arguments in the order of its C
// prototype, a word each. Integers are sign-extended; handles are whole
// (Open MPI, and files everywhere) or masked to 32 bits (MPICH); an IN
// address of a handle, and an INOUT address of a handle or integer, is replaced by
// the value before the call; other addresses are raw. After these:
//   - MPI_Win_free: 1 if the window's memory (MPI_Win_create) is still mapped,
//     0 if not, -1 if unknown;
//   - MPI_Win_attach: 1 if the memory is mapped, 0 if not, -1 if unknown (in
//     older logs the word is missing);
//   - calls that begin a split collective that writes: a digest of the buffer's
//     data, 0 if it was not taken;
//   - calls that end a split collective: 1 if the memory of the buffer passed
//     at its begin is still mapped, 0 if not, -1 if unknown; the digest of that
//     buffer's data now, 0 if it was not taken (as always in reading).
//
// Words of a Leave record: the return code, then the value at each scalar OUT
// or INOUT address (calls.Arg.Scalar) in prototype order. After these:
//   - calls on messages and requests with a status: the source, the tag, and the bytes of
//     the message, -1 if the operation was cancelled; all 0 if the call did not fill
//     the status;
//   - calls that create a datatype: size, lb, extent, true lb, true extent (bytes);
//   - calls that create a communicator: 1 if it is an intercommunicator, else 0;
//     this process's rank in it;
//   - MPI_Win_create: 1 if the memory was mapped, 0 if not;
//   - all calls that create a window: its attribute MPI_WIN_MODEL, -1 if unknown;
//     older logs of version 4 do not have it;
//   - MPI_File_open: device and inode number of the file, 0 0 if unknown.
//
// The blob of a record is a sequence of int64 words: for each captured array
// its length n and n elements (sign-extended integers, masked handles; of ranges of
// ranks three for each range), or 0 where the array is NULL or cannot be read; for
// each captured string its length in bytes and the bytes, padded with zeros
// to 8. Arrays of collective calls with an element for each rank or neighbor
// (Arg.PerRank) are empty where the call does not read them, and where the number
// of ranks is unknown; if all of a call are, it has no blob. The name of a port is there
// at the root only. In place of a long array of requests the Enter record may
// have the differences from an earlier array (Changes, since version 6). The Leave record of a
// call that completes several requests ends with their statuses, as an array: for
// each a word with the source in its upper half and the tag in its lower half, and
// a word with the bytes, or -1; the array is empty as long as nothing in the process
// depends on them (pmpi/detail/status.h). The Leave record of a call that created a group or
// communicator carries a blob: n and the n members as ranks in MPI_COMM_WORLD (-1: not
// in it), or -k and k runs of them where that is shorter: the first rank, the distance
// from each to the next, and how many (since version 5); an intercommunicator adds the
// remote group in the same form. A call that
// gives the communicator a topology adds an empty array in place of a remote group,
// and two more: this process's sources and its destinations, in the order of
// neighborhood collectives, as ranks of the communicator; a negative number is
// MPI_PROC_NULL.
type Event struct {
	Kind   calls.Kind
	Phase  Phase
	Large  bool   // the large-count (_c) variant was called
	N      uint8  // words in use
	Thread uint16 // index of the thread's ring; a thread may take over the ring of a thread that has ended
	Seq    uint32 // per ring, from 0, of every record except Blob and Pad
	Time   uint64 // ticks of the processor's counter; see segment.Header
	// PC is the return address in the caller; the upper 16 bits are the number
	// of the call's stack, 0 if it has none: see Address, stackOf and Stacks.
	PC uint64
	A  [MaxWords]int64
	// Blob is only valid until the next record is read.
	Blob []byte
}

// Gap reports whether the event is not from the log: a reader has added it where
// records of any thread may be missing.
func (e *Event) Gap() bool { return e.Kind == Lost && e.N > 1 && e.A[1] == 1 }

// Words returns the words in use.
func (e *Event) Words() []int64 { return e.A[:e.N] }

// MostMissing is the largest number of records that a Lost record is believed to
// stand for: sums of such numbers do not overflow.
const MostMissing = 1 << 40

// Missing returns how many records a Lost record stands for; a negative number
// means that it is unknown.
func Missing(e *Event) int64 { return min(max(e.A[0], 0), MostMissing) }
