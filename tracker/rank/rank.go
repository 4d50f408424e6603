package rank

import (
	"github.com/gomarmot/gomarmot/tracker/rank/end"
	"github.com/gomarmot/gomarmot/tracker/rank/failed"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/memory"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/names"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/sessions"
	"github.com/gomarmot/gomarmot/tracker/rank/threads"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Rank is the state of one rank, built from its own calls in program order. It is used by one goroutine.
//
// Each of the twelve parts keeps its own state and asks other parts through their methods. Rank itself takes the
// events, and applies calls that change several parts.
type Rank struct {
	reading.Reading

	Objects  objects.Objects
	Requests requests.Requests
	Memory   memory.Memory
	Windows  windows.Windows
	Files    files.Files
	Messages messages.Messages
	Threads  threads.Threads
	Sessions sessions.Sessions
	Names    names.Names
	End      end.End
	GPU      gpu.GPU
	Failed   failed.Calls
}

// NewRank returns the view of a rank before its first event.
func NewRank(c reading.Config) *Rank {
	r := &Rank{Reading: reading.New(c)}
	d := &r.Reading
	r.Objects.Begin(d)
	r.Requests.Begin(d, &r.Memory.InUse)
	r.Memory.Begin(d, memory.Beside{Objects: &r.Objects, Requests: &r.Requests, Windows: &r.Windows,
		Files: &r.Files, Messages: &r.Messages, Threads: &r.Threads})
	r.Windows.Begin(d)
	r.Files.Begin(d)
	r.Messages.Begin(d, &r.Objects.Types)
	r.Threads.Begin(d)
	r.Sessions.Begin(d)
	return r
}
