package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// reached appends the bytes of the file that a call that has returned reaches; ok is false where
// they are not known. The position of a file pointer is the one before the call.
func (r *Rank) reached(c *call.Call, to []datatype.Buffer) (_ []datatype.Buffer, ok bool) {
	f, x := c.File, &c.IO
	at, n, unit := x.Offset, x.Bytes(), f.View.ETypeSize()
	switch x.Pointer {
	case calls.PointerShared:
		return to, false
	case calls.PointerIndividual: // calls of several threads may move it in any order
		if at = f.Pos; !f.PosKnown || r.threads.Several() {
			return to, false
		}
	}
	if n <= 0 || unit == 0 || f.View.Datarep != "native" || f.View.Disp < 0 || f.Has(r.Flavour.ModeSequential) {
		return to, false
	}
	old := len(to)
	ok = r.Types().Cover(f.View.FType, datatype.MulSat(at, unit), n, func(at, count int64, d *datatype.Type) {
		to = append(to, datatype.Buffer{Addr: f.View.Disp + at, Count: count, Type: d, Writes: x.Write})
	})
	if !ok {
		return to[:old], false
	}
	return to, true
}

// decodeIO fills c.IO from the call's words.
func (r *Rank) decodeIO(c *call.Call) {
	x, s := &c.IO, c.Sem
	*x = files.IO{IO: s.IO}
	x.Buf = c.In[s.Buf.Addr]
	if s.Offset >= 0 {
		x.Offset = c.In[s.Offset]
	}
	if s.Buf.Count >= 0 {
		x.Count = c.In[s.Buf.Count]
	}
	if s.Buf.Type >= 0 {
		x.TypeHandle = c.In[s.Buf.Type]
		x.Type = r.Types().Lookup(x.TypeHandle)
	}
	x.Mapped = -1
	if s.Mapped >= 0 && int(s.Mapped) < c.NIn {
		x.Mapped = c.In[s.Mapped]
	}
	if s.Digest >= 0 && int(s.Digest) < c.NIn {
		x.Digest = c.In[s.Digest]
	}
}
