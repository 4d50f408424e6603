package files

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// IO holds the arguments of a data access call on a file.
type IO struct {
	calls.IO // the fixed properties of the kind of call

	Offset     int64 // explicit offset, in etypes of the view
	Buf        int64 // address
	Count      int64 // elements; an end call has none
	TypeHandle int64
	Type       *datatype.Type // nil: unknown handle

	// Digest is a digest of the write buffer at a begin or end, 0 if none was taken. Mapped, at an end: whether the
	// buffer of the begin is still mapped (1), not (0), or unknown (-1).
	Digest, Mapped int64
}

// Bytes is the maximum number of bytes that the call moves; -1 if unknown.
func (x *IO) Bytes() int64 {
	switch {
	case x.Count == 0:
		return 0
	case x.Type == nil || x.Type.Unknown || x.Count < 0:
		return -1
	}
	return datatype.MulSat(x.Count, x.Type.Size)
}
