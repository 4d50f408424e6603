package op

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// Head is what all ops have.
type Head struct {
	Site tracker.Site // the call; zero where there is none
	N    int64        // the rank's records so far: the order of its ops
	On   *Place       // the object concerned; nil: none
}

// Data is what an access, a message or a split collective operation reaches.
type Data struct {
	Disp   int64 `code:"moves"` // in the target's displacement units; an address where there is no target
	Count  int64
	Type   *datatype.Type // nil: unknown
	Writes bool           // it may change the target's memory; of a split operation: it writes the file
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
