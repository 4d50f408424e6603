package signal

// spotKey is memory of a window: 64 bytes, or anywhere. Apart: as ranks with an exclusive lock fetch from it, so
// that they see either all or none of the changes under another lock. Held: as its rank looks at it with a lock of
// its own.
type spotKey struct {
	window uint64
	target int32 // rank of the window
	bucket int64
	apart  bool
	held   bool
	// program: the program itself has loaded it, or stored to it.
	program bool
}

// anywhere is the bucket that stands for all of a rank's part of a window: when the rank synchronizes its loads
// and stores, by MPI_Win_sync or with a lock of its own, it may load changes by others, and others may fetch its
// stores. With target allRanks it is memory that ranks share: any rank that synchronizes it may have learned
// something, or, where loads of the program are recorded (spotKey.program), only ranks that have loaded some of it
// before.
const (
	anywhere = -1
	allRanks = -1
)

// tablesRead and tablesWritten are the buckets of tables.
const (
	tablesRead    = -2
	tablesWritten = -3
)

// buckets returns the first and the last bucket of [lo, hi).
func buckets(lo, hi int64) (first, last int64) { return lo >> spotBits, (hi - 1) >> spotBits }
