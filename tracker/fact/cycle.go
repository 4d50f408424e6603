package fact

import "github.com/gomarmot/gomarmot/tracker/wait"

// Cycle is calls that would wait for each other if every call waited as long as the standard allows:
// each one for the rank of the next one, the last one for that of the first one.
type Cycle struct{ Waits []*wait.Need }

// Kind implementations name the dispatch key of each fact.
func (*Cycle) Kind() Kind { return OfCycle }
