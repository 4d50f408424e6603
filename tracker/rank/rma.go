package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// decodeRMA fills c.RMA from the call's words.
func (r *Rank) decodeRMA(c *call.Call) {
	m, s := &c.RMA, c.Sem
	m.Writes, m.Reads, m.Request = s.RMA.Writes(), s.RMA.Reads(), s.Starts != calls.NoOperation
	m.Result, m.OCount, m.RCount, m.TCount = 0, 1, 1, 1
	m.RTypeHandle, m.RType, m.Op = 0, nil, nil
	m.Target = c.In[s.Target]
	m.ProcNull = m.Target == r.Flavour.ProcNull
	m.Disp = c.In[s.Remote.Addr]
	m.Origin = c.In[s.Origin.Addr]
	if s.Remote.Count >= 0 {
		m.OCount, m.TCount = c.In[s.Origin.Count], c.In[s.Remote.Count]
	}
	m.OTypeHandle, m.TTypeHandle = c.In[s.Origin.Type], c.In[s.Remote.Type]
	m.OType = r.Types().Lookup(m.OTypeHandle)
	if m.TTypeHandle == m.OTypeHandle {
		m.TType = m.OType
	} else {
		m.TType = r.Types().Lookup(m.TTypeHandle)
	}
	if s.Result.Addr >= 0 {
		m.Result = c.In[s.Result.Addr]
		if s.Result.Count >= 0 {
			m.RCount = c.In[s.Result.Count]
		}
	}
	if s.Result.Type >= 0 {
		m.RTypeHandle = c.In[s.Result.Type]
		m.RType = r.Types().Lookup(m.RTypeHandle)
	}
	if s.Op >= 0 {
		m.Op = r.objects.OpOf(c.In[s.Op])
		if m.NoOp() {
			m.Writes = false
		}
	}
	if m.Writes && (windows.Hollow(m.OType, m.OCount) || windows.Hollow(m.TType, m.TCount)) {
		m.Writes = false
	}
}

// applyRMA applies a communication call.
func (r *Rank) applyRMA(c *call.Call) {
	if m := &c.RMA; m.OType == nil || m.TType == nil {
		r.Types().Meet(m.OTypeHandle, c.Site)
		r.Types().Meet(m.TTypeHandle, c.Site)
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
		r.memory.HoldRMA(c, q)
	}
}
