package check

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// Watcher is shown a job while it is checked, by one goroutine, in the order in which calls are matched.
type Watcher interface {
	// Call shows one side of a call, before it changes the state of the rank.
	Call(*state.Rank, *state.Call, state.Moment)
	// Fact shows what the matchers have found out; it is valid only until Fact returns.
	Fact(fact.Fact)
	// Pin shows a call that a finding names.
	Pin(tracker.Site)
}
