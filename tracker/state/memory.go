package state

import "github.com/gomarmot/gomarmot/tracker"

// memory is what a rank's calls, and its program, do to its memory.
type memory struct {
	reading *reading
	beside

	inUse        inUse        // by operations under way
	inits        inits        // buffers of persistent requests
	allocated    allocations  // by MPI_Alloc_mem
	programs     programs     // loads and stores of the program
	declarations declarations // what the compiler has noted of arguments
}

// beside are the other parts of the rank, which memory asks.
type beside struct {
	objects  *objects
	requests *requests
	windows  *windows
	files    *files
	messages *messages
	threads  *threads
}

// begin makes the part ready for the first event.
func (m *memory) begin(d *reading, parts beside) {
	m.reading, m.beside = d, parts
	m.allocated.of, m.allocated.freed = map[int64]allocation{}, map[int64]tracker.Site{}
	m.declarations.of = d.Declared
}

// Common returns how many bytes are in both, and how many bytes the first of them
// lies behind the address of the operation's buffer. Where there are blocks, only the
// first two count that have a byte in common; -1: they have too many pieces.
func (r *Rank) Common(x *Clash) (bytes, from int64) { return r.memory.common(x) }

// Declares reports whether compilers may have noted something of the rank's calls.
func (r *Rank) Declares() bool { return r.memory.declares() }

// NotAllocated reports whether it is certain that MPI_Alloc_mem has not returned
// the address, or that it is freed already: freed says where, if that is known.
func (r *Rank) NotAllocated(base int64) (freed tracker.Site, not bool) {
	return r.memory.notAllocated(base)
}

// ReadyIn returns a partition of the pending send whose memory is in the clash, and the call that has
// marked it as ready; zero if there is none, or the call is not known.
func (r *Rank) ReadyIn(x *Clash) (partition int64, by tracker.Site) { return r.memory.readyIn(x) }

// Recorded reports whether loads and stores of the rank's program have been recorded: gomarmot cc has compiled some
// of it.
func (r *Rank) Recorded() bool { return r.memory.recorded() }
