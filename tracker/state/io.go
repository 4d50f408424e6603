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
	TypeHandle int64
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
func (r *Rank) reached(c *Call, to []Buffer) (_ []Buffer, ok bool) {
	f, x := c.File, &c.IO
	at, n, unit := x.Offset, x.Bytes(), f.View.ETypeSize()
	switch x.Pointer {
	case calls.PointerShared:
		return to, false
	case calls.PointerIndividual: // calls of several threads may move it in any order
		if at = f.Pos; !f.PosKnown || len(r.threads) > 1 {
			return to, false
		}
	}
	if n <= 0 || unit == 0 || f.View.Datarep != "native" || f.View.Disp < 0 || f.Has(r.Flavour.ModeSequential) {
		return to, false
	}
	old := len(to)
	ok = r.Types.Cover(f.View.FType, datatype.MulSat(at, unit), n, func(at, count int64, d *datatype.Type) {
		to = append(to, Buffer{Addr: f.View.Disp + at, Count: count, Type: d, Writes: x.Write})
	})
	if !ok {
		return to[:old], false
	}
	return to, true
}

// ioShape gives the positions of the words of a data access call; -1: none.
type ioShape struct {
	offset, buf, count, dtype int
	mapped, digest            int
}

var ioShapes = func() *[calls.MaxKind]*ioShape {
	var t [calls.MaxKind]*ioShape
	for i := range calls.Table {
		k := calls.Table[i].Kind
		if !calls.Of(k).IO.Data {
			continue
		}
		at := func(arg string) int { return calls.ArgIndex(k, arg) }
		t[k] = &ioShape{at("offset"), at("buf"), at("count"), at("datatype"), calls.Of(k).EnterWord("mapped"), calls.Of(k).EnterWord("digest")}
	}
	return &t
}()

// decode fills c.IO from the call's words.
func (s *ioShape) decode(r *Rank, c *Call) {
	x := &c.IO
	*x = IO{IO: c.Sem.IO}
	x.Buf = c.In[s.buf]
	if s.offset >= 0 {
		x.Offset = c.In[s.offset]
	}
	if s.count >= 0 {
		x.Count = c.In[s.count]
	}
	if s.dtype >= 0 {
		x.TypeHandle = c.In[s.dtype]
		x.Type = r.Types.Lookup(x.TypeHandle)
	}
	x.Mapped = -1
	if s.mapped >= 0 && s.mapped < c.NIn {
		x.Mapped = c.In[s.mapped]
	}
	if s.digest >= 0 && s.digest < c.NIn {
		x.Digest = c.In[s.digest]
	}
}
