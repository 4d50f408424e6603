package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// teller adds to Ops the ops by which a rank tells other ranks of its calls.
type teller struct{ *op.Ops }

// head begins an op about an object.
func (r *Rank) head(c *call.Call, on *op.Place) op.Head {
	return op.Head{Site: c.Site, N: r.Records, On: on}
}
