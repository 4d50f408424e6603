package threads

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// Over returns the object whose ranks the collective call involves; nil if the call cannot be compared.
func (ts *Threads) Over(c *call.Call) *op.Place {
	var on *op.Place
	switch c.Sem.Over {
	case calls.ClassWin:
		on = c.Win.Place()
	case calls.ClassFile:
		on = c.File.Place()
	case calls.ClassComm:
		on = c.Comm.Place()
	}
	if on == nil || on.Alone() || ts.Dissolves(c) {
		return nil
	}
	return on
}
