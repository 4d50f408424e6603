package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// applyRMA applies an RMA communication call.
func (r *Rank) applyRMA(c *call.Call) {
	if m := &c.RMA; m.OType == nil || m.TType == nil {
		r.Objects.Types.Meet(m.OTypeHandle, c.Site)
		r.Objects.Types.Meet(m.TTypeHandle, c.Site)
	}
	if !c.Ok() || c.Win == nil {
		return
	}
	epoch := c.Win.Access(&c.Call, &c.RMA)
	var q *requests.Request
	if c.RMA.Request {
		if q = r.followOn(c, c.Win, nil); q != nil {
			q.Idle, q.Told.Arrived = c.RMA.ProcNull, c.Told.Arrived
		}
	}
	if epoch != op.NoEpoch && epoch != op.UnsureEpoch {
		r.Memory.HoldRMA(c, q)
	}
}
