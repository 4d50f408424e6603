package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// teller emits ops: each of its methods appends, to Ops, the ops of an event that other ranks may meet or depend on.
type teller struct{ *op.Ops }

// head begins an op about an object.
func (r *Rank) head(c *call.Call, on *op.Place) op.Head {
	return op.Head{Site: c.Site, N: r.Records, On: on}
}
