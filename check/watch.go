package check

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Watcher is shown a job while it is checked, by one goroutine, in the order in which calls are matched.
type Watcher interface {
	// Call shows the entry or the return of a call, before the call changes the state of the rank.
	Call(*rank.Rank, *call.Call, record.Moment)
	// GPU shows what the program has told a GPU to do, or has learned of it.
	GPU(*rank.Rank, *gpu.Step)
	// Fact shows a fact of the matchers, which is valid only until Fact returns.
	Fact(fact.Fact)
	// Pin shows a call that a finding names.
	Pin(tracker.Site)
}
