package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// IO holds the arguments of a data access call on a file.
type IO struct {
	calls.IO // what is fixed about the call

	Offset     int64 // explicit offset, in etypes of the view
	Buf        int64 // address
	Count      int64 // elements; an end call has none
	typeHandle int64
	Type       *datatype.Type // nil: unknown handle

	// Digest is of the write buffer's content at a begin or end, 0 where none
	// was taken. Mapped, at an end: whether the memory that the begin named is
	// still mapped (1), not (0), or unknown (-1).
	Digest, Mapped int64
}

// Bytes is how many bytes the call moves at most; -1 if that is unknown.
func (x *IO) Bytes() int64 {
	switch {
	case x.Count == 0:
		return 0
	case x.Type == nil || x.Type.Unknown || x.Count < 0:
		return -1
	}
	return datatype.MulSat(x.Count, x.Type.Size)
}

// reached appends the bytes of the file that a call that has returned reaches; ok is false where
// they are not known. The position of a file pointer is the one before the call.
func (r *Rank) reached(c *Call, to []datatype.Buffer) (_ []datatype.Buffer, ok bool) {
	f, x := c.File, &c.IO
	at, n, unit := x.Offset, x.Bytes(), f.View.ETypeSize()
	switch x.Pointer {
	case calls.PointerShared:
		return to, false
	case calls.PointerIndividual: // calls of several threads may move it in any order
		if at = f.Pos; !f.PosKnown || r.threads.several() {
			return to, false
		}
	}
	if n <= 0 || unit == 0 || f.View.Datarep != "native" || f.View.disp < 0 || f.Has(r.Flavour.ModeSequential) {
		return to, false
	}
	old := len(to)
	ok = r.Types().Cover(f.View.fType, datatype.MulSat(at, unit), n, func(at, count int64, d *datatype.Type) {
		to = append(to, datatype.Buffer{Addr: f.View.disp + at, Count: count, Type: d, Writes: x.Write})
	})
	if !ok {
		return to[:old], false
	}
	return to, true
}

// decodeIO fills c.IO from the call's words.
func (r *Rank) decodeIO(c *Call) {
	x, s := &c.IO, c.Sem
	*x = IO{IO: s.IO}
	x.Buf = c.In[s.Buf.Addr]
	if s.Offset >= 0 {
		x.Offset = c.In[s.Offset]
	}
	if s.Buf.Count >= 0 {
		x.Count = c.In[s.Buf.Count]
	}
	if s.Buf.Type >= 0 {
		x.typeHandle = c.In[s.Buf.Type]
		x.Type = r.Types().Lookup(x.typeHandle)
	}
	x.Mapped = -1
	if s.Mapped >= 0 && int(s.Mapped) < c.NIn {
		x.Mapped = c.In[s.Mapped]
	}
	if s.Digest >= 0 && int(s.Digest) < c.NIn {
		x.Digest = c.In[s.Digest]
	}
}
