package agree

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// row is the collective calls of the ranks of an object that meet.
type row struct{ *stamp.Collective }

// exchange returns the data that a member gives and takes; nil: the member has not come, or the call exchanges no data.
func (r row) exchange(member int) *op.Exchange { return r.Arrived[member].Args.Exchange }
