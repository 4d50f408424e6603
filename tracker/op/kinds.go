package op

// Route lists the takers of ops of a kind. The op is valid during the call.
type Route[T any] []func(rank int32, x *T)

// To adds a taker, called after the takers that are there.
func (r *Route[T]) To(take func(rank int32, x *T)) { *r = append(*r, take) }

// Take gives an op to all takers.
func (r Route[T]) Take(rank int32, x *T) {
	for _, take := range r {
		take(rank, x)
	}
}

// Taker takes ops of a kind: x points to such an op.
type Taker interface{ Take(rank int32, x any) }

// Passer gives ops to their takers, perhaps later.
type Passer interface {
	Pass(rank int32, x any, to Taker)
}

// taker is a Route behind the interface Taker.
type taker[T any] struct{ takes Route[T] }

func (t *taker[T]) Take(rank int32, x any) { t.takes.Take(rank, x.(*T)) }

// hand has p pass the ops of the kind to the takers in to; it does nothing if there are none.
func (r *Route[T]) hand(to Route[T], p Passer) {
	if len(to) == 0 {
		return
	}
	t := &taker[T]{to}
	r.To(func(rank int32, x *T) { p.Pass(rank, x, t) })
}

// Kinds are the kinds of ops, and who takes the ops of each.
type Kinds struct {
	// Arrives: a collective call was entered. Exchanges: a collective call was entered whose rank is the only process
	// of the group, and may not take the data that it gives itself.
	Arrives, Exchanges Route[Arrive]
	// Leaves: a collective call returned. Joins: a nonblocking collective call is complete.
	Leaves Route[Leave]
	Joins  Route[Join]
	// Founds: a call has returned that has created communicator On with the ranks of one or two groups. The ranks may
	// have waited for each other.
	Founds Route[Head]
	// Revokes: a communicator is revoked, or a process of it has failed: calls on it end with an error on some ranks
	// only.
	Revokes Route[Head]
	// Gathers: a call that meets the calls of some ranks, by a tag.
	Gathers Route[Gather]
	// Restarts: a persistent collective operation was started, or given up.
	Restarts Route[Restart]

	// Accesses: communication on a window. Retracts: it has failed. HasRequest: it is complete at this rank.
	Accesses             Route[Access]
	Retracts, HasRequest Route[AccessEnd]
	// CompletesAtTarget: communication is complete at its targets; CompletesAtOrigin: at this rank only.
	CompletesAtTarget, CompletesAtOrigin Route[Settle]
	// HasFetched: communication has fetched a value. There is no object.
	HasFetched Route[Fetch]
	// Touches: the rank loads or stores memory of a window. HasTouched: it has done so; there is no object.
	Touches    Route[Touch]
	HasTouched Route[TouchEnd]
	// Syncs: an MPI_Win_sync.
	Syncs Route[Head]
	// SyncsMemory: the rank has entered or returned from a call by which loads and stores of shared memory before and
	// after it are seen in this order; or it has executed a fence of the processor. There is no object.
	SyncsMemory Route[Head]
	// Locks: the rank asks for a lock. Unlocks: it has released the lock, or did not get it.
	Locks   Route[Lock]
	Unlocks Route[Unlock]
	// Starts and Posts: access and exposure epochs begin.
	Starts, Posts Route[EpochBegin]
	// Completes: an access epoch ends. HasCompleted: that call has returned. Waits: an exposure epoch has ended.
	Completes, HasCompleted, Waits Route[EpochEnd]
	// Strays: how often the rank has started or posted is no longer known.
	Strays Route[Head]
	// Creates: the rank has a new window.
	Creates Route[Create]
	// Attaches and Detaches: memory of a dynamic window.
	Attaches, Detaches Route[Region]
	// Frees: the rank has freed a window, or closed a file. Forgets: whether it exists is no longer known.
	Frees, Forgets Route[Head]

	// Opens: an MPI_File_open was entered. HasOpened: it has returned.
	Opens, HasOpened Route[FileOpen]
	// SetsView: the rank sets its view of a file.
	SetsView Route[SetView]
	// UsesShared: data access by the shared file pointer.
	UsesShared Route[UseShared]
	// BeginsSplit and EndsSplit: a split collective operation.
	BeginsSplit Route[SplitBegin]
	EndsSplit   Route[SplitEnd]
	// ReachesFile: a data access to a file has returned, or has been begun. EndsAccess: it is complete.
	ReachesFile Route[FileAccess]
	EndsAccess  Route[FileAccessEnd]
	// SyncsFile: an MPI_File_sync has returned, or the file was closed.
	SyncsFile Route[FileSync]
	// Resizes: an MPI_File_set_size or MPI_File_preallocate has returned.
	Resizes Route[Resize]
	// MovesShared: a call has returned that moves the shared file pointer of a file.
	MovesShared Route[MoveShared]

	// Sends: a message. Unsends: it was cancelled. Doubts: whether it was sent is unknown.
	Sends           Route[Send]
	Unsends, Doubts Route[Unsend]
	// Sent: a synchronous or nonblocking standard send is complete.
	Sent Route[Sent]
	// Receives: a receive was posted. Describes: the data that it receives, unknown before, is known.
	Receives, Describes Route[Receive]
	// Received: a receive is complete. Withdrawn: it was cancelled.
	Received  Route[Received]
	Withdrawn Route[Withdraw]
	// Sees: a probe has found a message.
	Sees Route[Seen]
	// Readies: the rank has marked partitions of a partitioned send as ready.
	Readies Route[Ready]
	// HasArrived: the rank has found partitions of a partitioned receive to be there, or has freed its request.
	HasArrived Route[PartsArrived]
	// RestartsParts: the rank has started a partitioned send or receive.
	RestartsParts Route[RestartParts]
	// Drains: a call has returned that waits for all buffered messages which the rank has sent so far.
	Drains Route[Head]

	// Learns: the rank has learned of the past of other ranks in a way that no other op shows. Hears: a call has
	// returned that may have told the rank of the past of others.
	Learns, Hears Route[Head]
	// Loses: records of the rank are missing. Other ranks may no longer be compared with it.
	Loses Route[Head]
}
