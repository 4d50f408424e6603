package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// onFile emits the reads and changes of a file's contents by a call that has returned.
func (o teller) onFile(r *Rank, c *call.Call) {
	s := c.Sem
	switch {
	case s.IO.Half == calls.SplitEnd:
		o.splitEnds(r, c)
	case s.IO.Data && s.IO.Pointer == calls.PointerShared, c.Kind == calls.FileSeekShared, c.Kind == calls.FileSetView:
		o.movesShared(r, c)
	case s.IO.Data:
		o.reaches(r, c)
	case c.Kind == calls.FileSync, s.Frees == calls.ClassFile: // if it failed, perhaps
		if on := c.File.Place(); on != nil {
			o.SyncsFile(r.head(c, on)).Began = c.Told.Began
		}
	case c.Kind == calls.FileSetSize, c.Kind == calls.FilePreallocate:
		if on := c.File.Place(); on != nil && c.Ok() {
			x := o.Resizes(r.head(c, on))
			x.Began, x.Size = c.Told.Began, c.Arg("size")
		}
	}
}

// reaches emits a data access that succeeded. A failed access may have reached any bytes, or none.
func (o teller) reaches(r *Rank, c *call.Call) {
	f := c.File
	on := f.Place()
	if on == nil || !c.Ok() {
		return
	}
	pieces, ok := r.reached(c, r.Files.Reached[:0])
	if r.Files.Reached = pieces; !ok {
		return
	}
	x := o.ReachesFile(r.head(c, on))
	x.Began, x.Pieces, x.Atomic, x.Pending = c.Told.Began, o.KeepPieces(pieces), f.Atomic, r.Requests.GoesOn(&c.Call)
}

// movesShared emits that a call moved the shared file pointer.
func (o teller) movesShared(r *Rank, c *call.Call) {
	f, s := c.File, c.Sem
	on := f.Place()
	if on == nil || f.Has(r.Flavour.ModeSequential) {
		return
	}
	x := o.MovesShared(r.head(c, on))
	x.Began = c.Told.Began
	switch {
	case s.IO.Data && !s.Ordered:
		if move, ok := r.sharedMove(c); ok && c.Ok() && !r.Threads.Several() {
			x.SharedMove = move
		} else {
			x.Bytes = -1
		}
		x.Step = op.SharedSingle
	case !c.Ok():
	case c.Kind == calls.FileSetView:
		x.Step = op.SharedTo
	case c.Kind == calls.FileSeekShared:
		if x.To = c.Arg("offset"); c.Arg("whence") == r.Flavour.SeekSet {
			x.Step = op.SharedTo
		}
	default:
		if move, ok := r.sharedMove(c); ok {
			x.SharedMove = move
			x.Step = op.SharedOrdered
		}
	}
}

// sharedMove describes a data access by the shared file pointer; ok is false if the view is not known well enough.
func (r *Rank) sharedMove(c *call.Call) (_ op.SharedMove, ok bool) {
	v := &c.File.View
	if v.Datarep != "native" || v.Disp < 0 || v.ETypeSize() <= 0 {
		return op.SharedMove{}, false
	}
	return op.SharedMove{Disp: v.Disp, Unit: v.ETypeSize(), FType: v.FType, Bytes: c.IO.Bytes(), Writes: c.IO.Write,
		Atomic: c.File.Atomic, Pending: r.Requests.GoesOn(&c.Call)}, true
}

// endsAccess emits that the file access of a request is complete.
func (o teller) endsAccess(r *Rank, c *call.Call, q *requests.Request) {
	if on := q.File.Place(); on != nil {
		x := o.EndsAccess(r.head(c, on))
		x.Began, x.Unsure = q.Told.Arrived, q.Shared || c.Sem.Completes == calls.CompletesFree || !c.Ok()
	}
}

// reached appends the bytes of the file that a returned call reaches; ok is false if they are unknown. It needs the
// individual file pointer as it was before the call.
func (r *Rank) reached(c *call.Call, to []datatype.Buffer) (_ []datatype.Buffer, ok bool) {
	f, x := c.File, &c.IO
	at, n, unit := x.Offset, x.Bytes(), f.View.ETypeSize()
	switch x.Pointer {
	case calls.PointerShared:
		return to, false
	case calls.PointerIndividual: // calls of several threads may move it in any order
		if at = f.Pos; !f.PosKnown || r.Threads.Several() {
			return to, false
		}
	}
	if n <= 0 || unit == 0 || f.View.Datarep != "native" || f.View.Disp < 0 || f.Has(r.Flavour.ModeSequential) {
		return to, false
	}
	old := len(to)
	ok = r.Objects.Types.Cover(f.View.FType, datatype.MulSat(at, unit), n, func(at, count int64, d *datatype.Type) {
		to = append(to, datatype.Buffer{Addr: f.View.Disp + at, Count: count, Type: d, Writes: x.Write})
	})
	if !ok {
		return to[:old], false
	}
	return to, true
}

// splitEnds emits that a call ends a split collective operation.
func (o teller) splitEnds(r *Rank, c *call.Call) {
	if s, on := c.File.Ends(&c.IO), c.File.Place(); s != nil && on != nil && !s.Failed {
		o.EndsSplit(r.head(c, on)).Number = int64(s.Number)
		x := o.EndsAccess(r.head(c, on))
		x.Began, x.Unsure = s.Began, !c.Ok()
	}
}
