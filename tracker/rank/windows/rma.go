package windows

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
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
	OTypeHandle    int64
	RTypeHandle    int64
	TTypeHandle    int64

	Op *objects.Operation // nil where the call has none

	Writes  bool // may change the target's memory
	Reads   bool // fetches the target's memory
	Request bool // request-based, such as MPI_Rput
}

// NoOrigin reports whether the call ignores its origin buffer, count and
// datatype: it fetches with MPI_NO_OP.
func (x *RMA) NoOrigin() bool { return x.Reads && x.NoOp() }

func (x *RMA) NoOp() bool {
	return x.Op != nil && x.Op.Predef != nil && x.Op.Predef.Name == "MPI_NO_OP"
}

// Refused reports whether the call must fail, and so begins nothing: RMA003 and RMA004 say so.
func (x *RMA) Refused() bool {
	if !x.NoOrigin() && (x.OCount < 0 || !x.OType.Usable()) {
		return true
	}
	return min(x.RCount, x.TCount) < 0 || !x.RType.Usable() || !x.TType.Usable()
}

// Moves reports whether the call may move data: not if a count is zero, a
// datatype has no data, or the target is MPI_PROC_NULL.
func (m *RMA) Moves() bool {
	return !m.ProcNull && !Hollow(m.TType, m.TCount) && (m.Reads || !Hollow(m.OType, m.OCount))
}

// Hollow reports whether it is certain that this many elements of a datatype hold
// no data.
func Hollow(d *datatype.Type, count int64) bool {
	return count == 0 || d != nil && d.Size == 0 && !d.Unknown && !d.Null()
}
