package op

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Head has the fields that all ops have.
type Head struct {
	Site tracker.Site // the call; zero where there is none
	N    int64        // the rank's records so far: the order of its ops
	On   *Place       // the object concerned; nil: none
}

// Data is the buffer of a message or of a split collective operation.
type Data struct {
	Addr   int64 `code:"moves"`
	Count  int64
	Type   *datatype.Type // nil: unknown
	Writes bool           // of a split operation: it writes the file
	Moves  bool
}

// Bytes is the size of the data; -1 if it is unknown.
func (d *Data) Bytes() int64 {
	if d.Type == nil || d.Type.Unknown || d.Type.Null() || d.Count < 0 {
		return -1
	}
	return datatype.MulSat(d.Count, d.Type.Size)
}

// Signed returns the data as others may compare it: without the datatype where that
// cannot be used (MSG004).
func (d Data) Signed() Data {
	if d.Type != nil && !(d.Type.Committed && d.Type.Alive()) {
		d.Type = nil
	}
	return d
}
