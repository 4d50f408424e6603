package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// openFile applies MPI_File_open. A failed open counts, too, as it may have failed on some ranks only. If the program's
// error handler hid the error, MPI may return success, but the handle is null.
func (r *Rank) openFile(c *call.Call) {
	r.Files.Opened(&c.Call, c.Comm, r.Objects.Types.ByName("MPI_BYTE"))
}

// setView applies MPI_File_set_view.
func (r *Rank) setView(c *call.Call) {
	f := c.File
	if !f.Open() {
		return
	}
	v := files.View{Disp: c.Arg("disp"), EType: r.Objects.Types.Data(c.Arg("etype")),
		FType: r.Objects.Types.Data(c.Arg("filetype")),
		Site:  c.Site, Sets: f.View.Sets + 1}
	v.Datarep, _ = c.Text()
	r.Objects.Types.Meet(c.Arg("etype"), c.Site)
	r.Objects.Types.Meet(c.Arg("filetype"), c.Site)
	v.Unknown = v.EType == nil || v.FType == nil || v.EType.Unknown || v.FType.Unknown
	f.View = v
	f.Pos, f.PosKnown = 0, true
}

// applyIO applies a data access.
func (r *Rank) applyIO(c *call.Call) {
	f, x := c.File, &c.IO
	if !f.Open() {
		return
	}
	switch x.Half {
	case calls.SplitBegin:
		f.Begins++
		s := &files.Split{Begin: c.Site, IO: *x, File: f, Failed: !c.Ok(), Number: f.Begins, Began: c.Told.Began}
		f.Splits = append(f.Splits, s)
		if !s.Failed {
			r.Files.Split(s)
		}
	case calls.SplitEnd:
		r.Files.EndSplit(f, x)
		return
	}
	if x.Type == nil {
		r.Objects.Types.Meet(x.TypeHandle, c.Site)
	}
	if x.Nonblocking && c.Ok() && f.Known() {
		if q := r.followOn(c, nil, f); q != nil {
			q.Told.Arrived = c.Told.Began
		}
	}
	if x.Pointer != calls.PointerIndividual {
		return
	}
	// MPI libraries differ in where a read that stops at the end of the file leaves the pointer.
	if n, size := x.Bytes(), f.View.ETypeSize(); (x.Write && c.Ok() || c.Got() == n) && n >= 0 && size > 0 {
		f.Pos += n / size
	} else if n != 0 {
		f.PosKnown = false
	}
}
