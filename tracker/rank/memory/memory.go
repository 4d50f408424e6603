package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Memory follows how a rank's calls, and its program, use its memory.
type Memory struct {
	reading *reading.Reading
	Beside

	InUse        inUse        // memory of operations under way
	inits        inits        // buffers of persistent requests
	allocated    allocations  // memory of MPI_Alloc_mem
	devices      devices      // accelerators' memory that calls have named
	Programs     programs     // loads and stores of the program
	declarations declarations // types that the compiler has noted for arguments
}

// Beside holds the other parts of the rank that Memory asks.
type Beside struct {
	Objects  *objects.Objects
	Requests *requests.Requests
	Windows  *windows.Windows
	Files    *files.Files
	Messages *messages.Messages
	Threads  *threads.Threads
}

// Begin makes the part ready for the first event.
func (m *Memory) Begin(d *reading.Reading, parts Beside) {
	m.reading, m.Beside = d, parts
	m.allocated.of, m.allocated.freed = map[int64]allocation{}, map[int64]tracker.Site{}
	m.declarations.noted = d.Noted
}

// idle is a persistent request and its age, which differs if the Request was reused.
type idle struct {
	request *requests.Request
	age     int64
}

// inits holds persistent requests, whose buffers may be local variables.
type inits struct {
	list []idle
	hull span // hull of their buffers
}
