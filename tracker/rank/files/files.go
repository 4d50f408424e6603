package files

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Files are a rank's files.
type Files struct {
	reading *reading.Reading
	flavour *calls.Flavour

	table      object.Table[*File]
	unknown    reading.Unknowns
	count      int               // files that the rank has opened so far
	datareps   []string          // data representations that the program has defined
	OpenFailed tracker.Site      // the last MPI_File_open, if it failed; else zero
	ClosedOver *Split            // the split collective operation that was active at the last close; nil if none was
	Reached    []datatype.Buffer // storage that is reused
	Splits     []*Split          // the active split collective operations of all files
}

// Begin makes the part ready for the first event.
func (fs *Files) Begin(d *reading.Reading) { fs.reading, fs.flavour = d, d.Flavour }

// Living returns the files that have not been closed, in order of opening.
func (fs *Files) Living() []*File { return fs.table.Living() }

// Predefined takes the handle of MPI_FILE_NULL.
func (fs *Files) Predefined(p *calls.Predef, h int64) {
	fs.table.Put(h, &File{Header: object.Predefined(p), label: p.Name})
}

// Forget discards the state of all files, as calls on them are missing.
func (fs *Files) Forget() {
	for _, f := range fs.table.Living() {
		f.Origin, f.Splits = object.Lost, nil
	}
	fs.table.Forget(func(f *File) bool { return !f.Alive() })
	fs.table.DropAll()
	fs.Splits = nil
}

// Any reports whether the rank has opened files.
func (fs *Files) Any() bool { return fs.count > 0 }

// Split adds a split collective operation that is active.
func (fs *Files) Split(s *Split) { fs.Splits = append(fs.Splits, s) }

// Of returns the file of a handle: open, MPI_FILE_NULL, or the file last closed under that handle value; nil if it was
// not opened by a recorded call.
func (fs *Files) Of(h int64) *File {
	f := fs.table.Get(h)
	if f == nil && h == 0 && fs.flavour.Name == "mpich" {
		return nullFile
	}
	return f
}

// Opened applies MPI_File_open. The initial view has etype and filetype MPI_BYTE.
func (fs *Files) Opened(c *record.Call, on *objects.Comm, bytes *datatype.Type) {
	fs.OpenFailed = tracker.Site{}
	if f := fs.Of(c.Made()); !c.Ok() || f != nil && f.Null() {
		fs.OpenFailed = c.Site
		if on != nil {
			on.MadeFiles++
		}
		return
	}
	f := &File{comm: on, Amode: c.Arg("amode"), PosKnown: true}
	f.Born(c.Site, c.End)
	f.ID, f.label = fs.IdOf(on), fs.LabelOf(c, on)
	if s := event.Strings(c.InBlob); len(s) > 0 {
		f.Name = s[0]
	}
	fs.count++
	if on != nil {
		on.MadeFiles++
		f.Members = on.Members
	}
	if f.Has(fs.flavour.ModeAppend) {
		f.PosKnown = false
	}
	f.View = View{EType: bytes, FType: bytes, Datarep: "native"}
	fs.add(c.Made(), f)
}

// IdOf returns the identity of the file that an open on a communicator is about to create; 0 if unknown.
func (fs *Files) IdOf(on *objects.Comm) uint64 {
	switch {
	case on.Place() == nil || on.Inter || on.Spans || fs.reading.Gaps():
		return 0
	case len(on.Members) < 2: // such as MPI_COMM_SELF, which has the same ID in each rank
		return object.HashID("file", on.ID, on.MadeFiles+1, fs.reading.World)
	}
	return object.HashID("file", on.ID, on.MadeFiles+1)
}

// LabelOf returns the name of the file that an open is about to create.
func (fs *Files) LabelOf(c *record.Call, on *objects.Comm) string {
	label := fmt.Sprintf("file %d", fs.count+1)
	if on != nil {
		label = fmt.Sprintf("file %d of %s", on.MadeFiles+1, on.Label)
	}
	if s := event.Strings(c.InBlob); len(s) > 0 {
		label += fmt.Sprintf(" (%q)", s[0])
	}
	return label
}

// Strange registers a file whose handle the MPI library knows, although its open is unrecorded.
func (fs *Files) Strange(h int64) *File {
	fs.count++
	f := &File{Header: object.Header{Origin: object.Elsewhere},
		label: fmt.Sprintf("file %d (opened by a call that gomarmot did not see)", fs.count)}
	fs.add(h, f)
	return f
}

func (fs *Files) add(h int64, f *File) {
	fs.unknown.Drop(h)
	fs.table.Add(h, f)
}

// SetAtomicity applies MPI_File_set_atomicity.
func (fs *Files) SetAtomicity(c *record.Call, f *File) {
	if f.Open() {
		f.Atomic = c.Arg("flag") != 0
	}
}

// AskSize applies MPI_File_get_size.
func (fs *Files) AskSize(_ *record.Call, f *File) {
	if f.Open() {
		f.SizeAsked = true
	}
}

// Seek applies MPI_File_seek.
func (fs *Files) Seek(c *record.Call, f *File) {
	if !f.Open() {
		return
	}
	switch off := c.Arg("offset"); c.Arg("whence") {
	case fs.flavour.SeekSet:
		f.Pos, f.PosKnown = off, true
	case fs.flavour.SeekCur:
		f.Pos += off
	default:
		f.PosKnown = false
	}
}

// LoseSeek applies an MPI_File_seek that failed.
func (fs *Files) LoseSeek(_ *record.Call, f *File) {
	if f.Open() {
		f.PosKnown = false
	}
}

// LoseView applies an MPI_File_set_view that failed.
func (fs *Files) LoseView(_ *record.Call, f *File) {
	if f.Open() {
		f.View = View{Sets: f.View.Sets + 1, Unknown: true}
	}
}

// Lose applies an MPI_File_close that failed: whether the file is still open is uncertain.
func (fs *Files) Lose(_ *record.Call, f *File) {
	if f.Open() {
		f.Origin = object.Lost
		fs.table.Drop(f)
	}
}

func (fs *Files) RegisterDatarep(c *record.Call) {
	if name, ok := c.Text(); ok && !fs.KnowsDatarep(name) {
		fs.datareps = append(fs.datareps, name)
	}
}

// KnowsDatarep reports whether the standard or the program may have defined a data representation.
func (fs *Files) KnowsDatarep(name string) bool {
	return fs.reading.Lost > 0 || slices.Contains(datareps, name) || slices.Contains(fs.datareps, name)
}

// Close marks the file closed. Its handle still leads to it until a newer open returns the same handle value.
func (fs *Files) Close(c *record.Call, f *File) {
	if !f.Open() {
		return
	}
	f.Freed = c.Site
	fs.ClosedOver = f.Active()
	for _, s := range f.Splits {
		fs.Splits = without(fs.Splits, s)
	}
	f.Splits = nil
	fs.table.Drop(f)
}

// Meet handles a call on a file handle whose open is unrecorded. If the call succeeds, the file exists: Meet registers
// and returns it.
func (fs *Files) Meet(c *record.Call, handle int64) *File {
	switch {
	case c.Once:
		fs.unknown.Add(handle, c.Site)
	case c.Ok():
		f := fs.Strange(handle)
		f.Made = c.Site
		return f
	}
	return nil
}

// UnknownFiles lists the file handles that calls with one record used, and that are still unknown.
func (fs *Files) UnknownFiles() []reading.Unknown { return fs.unknown }

// EndSplit ends an operation, even if the end call does not fit its begin: MPI libraries accept any end call for the
// active operation.
func (fs *Files) EndSplit(f *File, x *IO) {
	s := f.Ends(x)
	if s == nil {
		return
	}
	f.Splits = without(f.Splits, s)
	fs.Splits = without(fs.Splits, s)
}

// without removes an operation from a list.
func without(list []*Split, s *Split) []*Split {
	if i := slices.Index(list, s); i >= 0 {
		return slices.Delete(list, i, i+1)
	}
	return list
}

// SplitNear reports whether an access of [lo, hi) may conflict with the buffer of an active split collective operation.
func (fs *Files) SplitNear(lo, hi int64, writes bool) bool {
	return slices.ContainsFunc(fs.Splits, func(s *Split) bool { return (writes || !s.IO.Write) && s.Near(lo, hi) })
}
