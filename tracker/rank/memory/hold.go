package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Hold keeps the buffers of a request's operation, and begins the operation if the request is active. It needs the
// records of all calls that complete requests, to know when the operation ends.
func (m *Memory) Hold(c *call.Call, q *requests.Request) {
	if !m.reading.Watches(calls.FamilyMessages) {
		return
	}
	uses := m.Of(c)
	for i := len(uses) - 1; i >= 0; i-- {
		x := m.InUse.keep(c, &uses[i], q)
		m.InUse.has(q, x)
	}
	if q.Active {
		m.InUse.Start(q, &c.Call)
	}
}

// HoldRMA keeps the local buffers of an RMA communication call until it is complete.
func (m *Memory) HoldRMA(c *call.Call, q *requests.Request) {
	s, w := &m.InUse, c.Win
	if !w.Alive() || !w.Known() || c.RMA.Request && (q == nil || !m.reading.Watches(calls.FamilyMessages)) {
		return
	}
	s.begun++
	if !c.RMA.Request && (c.Sem.RMA == calls.RMAPut || c.Sem.RMA == calls.RMAAccumulate) {
		s.put(c)
		return
	}
	for i := range m.Of(c) {
		u := &c.Used.List[i]
		if u.Window || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.keep(c, u, q)
		if q != nil {
			s.has(q, x)
		}
		s.unsettledOf(w).add(x, c.RMA.Target)
		s.begin(x, &c.Call)
	}
}

// Settle applies a call that completes operations of a window at this rank.
func (m *Memory) Settle(c *record.Call, w *windows.Win) {
	reach, all := c.Sem.Epoch.Settles()
	if reach == calls.NotSettled {
		return
	}
	target := int64(0)
	if !all {
		target = c.In[c.Sem.Target]
	}
	m.InUse.Settle(w, target, all)
}
