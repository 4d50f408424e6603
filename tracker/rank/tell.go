package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// teller adds what the calls of a rank tell others.
type teller struct{ *op.Ops }

// head begins an op about an object.
func (r *Rank) head(c *call.Call, on *op.Place) op.Head {
	return op.Head{Site: c.Site, N: r.Records, On: on}
}
