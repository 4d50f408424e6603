package reading

// The thread levels.
const (
	ThreadSingle     = "MPI_THREAD_SINGLE"
	threadFunneled   = "MPI_THREAD_FUNNELED"
	ThreadSerialized = "MPI_THREAD_SERIALIZED"
	ThreadMultiple   = "MPI_THREAD_MULTIPLE"
)

// Threaded reports whether a thread may make calls while another thread is in a call.
func (d *Reading) Threaded() bool {
	return d.ThreadLevel != ThreadSerialized && !d.OneThread()
}

// OneThread reports whether only the thread that initialized MPI may call it.
func (d *Reading) OneThread() bool {
	return d.ThreadLevel == ThreadSingle || d.ThreadLevel == threadFunneled
}
