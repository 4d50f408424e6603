package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// What ranks tell others of the bytes that they reach in files.

// onFile adds what a call that has returned does to the content of a file.
func (o teller) onFile(r *Rank, c *Call) {
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
			o.SyncsFile(r.head(c, on)).Began = c.told.began
		}
	case c.Kind == calls.FileSetSize, c.Kind == calls.FilePreallocate:
		if on := c.File.Place(); on != nil && c.ok() {
			x := o.Resizes(r.head(c, on))
			x.Began, x.Size = c.told.began, c.Arg("size")
		}
	}
}

// reaches adds a data access. One that failed may have reached anything, or nothing.
func (o teller) reaches(r *Rank, c *Call) {
	f := c.File
	on := f.Place()
	if on == nil || !c.ok() {
		return
	}
	pieces, ok := r.reached(c, r.files.reached[:0])
	if r.files.reached = pieces; !ok {
		return
	}
	x := o.ReachesFile(r.head(c, on))
	x.Began, x.Pieces, x.Atomic, x.Pending = c.told.began, o.KeepPieces(pieces), f.atomic, r.requests.goesOn(&c.recorded)
}

// movesShared adds a call that moves the shared file pointer.
func (o teller) movesShared(r *Rank, c *Call) {
	f, s := c.File, c.Sem
	on := f.Place()
	if on == nil || f.Has(r.Flavour.ModeSequential) {
		return
	}
	x := o.MovesShared(r.head(c, on))
	x.Began = c.told.began
	switch {
	case s.IO.Data && !s.Ordered:
		x.Step = op.SharedSingle
	case !c.ok():
	case c.Kind == calls.FileSetView:
		x.Step = op.SharedTo
	case c.Kind == calls.FileSeekShared:
		if x.To = c.Arg("offset"); c.Arg("whence") == r.Flavour.SeekSet {
			x.Step = op.SharedTo
		}
	case f.View.Datarep == "native" && f.View.disp >= 0 && f.View.ETypeSize() > 0:
		x.SharedMove = op.SharedMove{Step: op.SharedOrdered, Disp: f.View.disp, Unit: f.View.ETypeSize(), FType: f.View.fType, Bytes: c.IO.Bytes(),
			Writes: c.IO.Write, Atomic: f.atomic, Pending: r.requests.goesOn(&c.recorded)}
	}
}

// endsAccess adds that the access of a request is complete.
func (o teller) endsAccess(r *Rank, c *Call, q *Request) {
	if on := q.File.Place(); on != nil {
		x := o.EndsAccess(r.head(c, on))
		x.Began, x.Unsure = q.told.arrived, q.Shared || c.Sem.Completes == calls.CompletesFree || !c.ok()
	}
}
