package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// RMA holds the arguments of a communication call on a window.
type RMA struct {
	Target   int64 // rank in the window's group, as the program passed it
	ProcNull bool
	Disp     int64

	Origin, Result int64 // addresses; Result of fetching calls
	OCount         int64 // elements
	RCount         int64
	TCount         int64
	OType          *datatype.Type // nil: unknown handle
	RType          *datatype.Type
	TType          *datatype.Type
	oTypeHandle    int64
	RTypeHandle    int64
	tTypeHandle    int64

	Op *Operation // nil where the call has none

	Writes  bool // may change the target's memory
	Reads   bool // fetches the target's memory
	Request bool // request-based, such as MPI_Rput
}

// NoOrigin reports whether the call ignores its origin buffer, count and
// datatype: it fetches with MPI_NO_OP.
func (x *RMA) NoOrigin() bool { return x.Reads && x.noOp() }

func (x *RMA) noOp() bool {
	return x.Op != nil && x.Op.Predef != nil && x.Op.Predef.Name == "MPI_NO_OP"
}

// refused reports whether the call must fail, and so begins nothing: RMA003 and RMA004 say so.
func (x *RMA) refused() bool {
	if !x.NoOrigin() && (x.OCount < 0 || !x.OType.Usable()) {
		return true
	}
	return min(x.RCount, x.TCount) < 0 || !x.RType.Usable() || !x.TType.Usable()
}

// decodeRMA fills c.RMA from the call's words.
func (r *Rank) decodeRMA(c *Call) {
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
	m.oTypeHandle, m.tTypeHandle = c.In[s.Origin.Type], c.In[s.Remote.Type]
	m.OType = r.Types().Lookup(m.oTypeHandle)
	if m.tTypeHandle == m.oTypeHandle {
		m.TType = m.OType
	} else {
		m.TType = r.Types().Lookup(m.tTypeHandle)
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
		m.Op = r.objects.opOf(c.In[s.Op])
		if m.noOp() {
			m.Writes = false
		}
	}
	if m.Writes && (hollow(m.OType, m.OCount) || hollow(m.TType, m.TCount)) {
		m.Writes = false
	}
}

// Moves reports whether the call may move data: not if a count is zero, a
// datatype has no data, or the target is MPI_PROC_NULL.
func (m *RMA) Moves() bool {
	return !m.ProcNull && !hollow(m.TType, m.TCount) && (m.Reads || !hollow(m.OType, m.OCount))
}

// hollow reports whether it is certain that this many elements of a datatype hold
// no data.
func hollow(d *datatype.Type, count int64) bool {
	return count == 0 || d != nil && d.Size == 0 && !d.Unknown && !d.Null()
}

// applyRMA applies a communication call.
func (r *Rank) applyRMA(c *Call) {
	if m := &c.RMA; m.OType == nil || m.TType == nil {
		r.Types().Meet(m.oTypeHandle, c.Site)
		r.Types().Meet(m.tTypeHandle, c.Site)
	}
	if !c.ok() || c.Win == nil {
		return
	}
	epoch := c.Win.access(&c.recorded, &c.RMA)
	var q *Request
	if c.RMA.Request {
		if q = r.followOn(c, c.Win, nil); q != nil {
			q.idle, q.told.arrived = c.RMA.ProcNull, c.told.arrived
		}
	}
	if epoch != op.NoEpoch && epoch != op.UnsureEpoch {
		r.memory.holdRMA(c, q)
	}
}
