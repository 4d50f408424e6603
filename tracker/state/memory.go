package state

import "github.com/gomarmot/gomarmot/tracker"

// memory is what a rank's calls, and its program, do to its memory.
type memory struct {
	inUse        inUse        // by operations under way
	inits        inits        // buffers of persistent requests
	allocated    allocations  // by MPI_Alloc_mem
	programs     programs     // loads and stores of the program
	declarations declarations // what the compiler has noted of arguments
}

// begin makes the part ready for the first event.
func (m *memory) begin(c *Config) {
	m.allocated.of, m.allocated.freed = map[int64]allocation{}, map[int64]tracker.Site{}
	m.declarations.of = c.Declared
}
