package files

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// File is one open of a file as one rank sees it.
type File struct {
	object.Header
	ID    uint64 // the same on all ranks of the open; 0 where that is unknown
	Label string

	Comm    *objects.Comm
	Members []int32 // ranks of the open, in MPI_COMM_WORLD
	Amode   int64   // bits of the MPI library, see calls.Flavour

	View View
	// Pos is the individual file pointer in etypes, known while PosKnown.
	Pos      int64
	PosKnown bool
	Atomic   bool
	// Splits are the split collective operations begun and not ended: at most
	// one in a correct program.
	Splits  []*Split
	Pending int // requests of nonblocking accesses not yet complete

	Begins    int // split collective operations begun so far
	LastPlace *op.Place
}

// View is what a rank sees of a file.
type View struct {
	Disp         int64 // bytes
	EType, FType *datatype.Type
	Datarep      string
	Site         tracker.Site // MPI_File_set_view; zero for the view of the open
	Sets         int          // calls of MPI_File_set_view so far
	// Unknown: a set_view failed, or its datatypes are unknown.
	Unknown bool
}

// String names the file in messages.
func (f *File) String() string {
	if f == nil {
		return "an unknown file"
	}
	return f.Label
}

// Object names the file in findings.
func (f *File) Object() tracker.Object {
	if f == nil {
		return tracker.Object{Class: calls.ClassFile, Label: f.String()}
	}
	return tracker.Object{Class: calls.ClassFile, ID: f.ID, Label: f.Label}
}

// Place returns this rank's place in the file, nil where its calls cannot be
// compared with those of other ranks.
func (f *File) Place() *op.Place {
	if f == nil || !f.Alive() || !f.Known() || f.ID == 0 {
		return nil
	}
	if f.LastPlace == nil {
		f.LastPlace = f.Comm.PlaceIn(f.Object())
	}
	return f.LastPlace
}

// Has reports whether the file was opened with the given bit of amode.
func (f *File) Has(bit int64) bool { return f.Amode&bit != 0 }

// ETypeSize is the size of the view's etype in bytes; 0 if it is unknown.
func (v *View) ETypeSize() int64 {
	if v.Unknown || v.EType == nil || v.EType.Unknown {
		return 0
	}
	return v.EType.Size
}

// nullFile stands for MPI_FILE_NULL where its handle is 0.
var nullFile = &File{Header: object.Predefined(calls.PredefByName("MPI_FILE_NULL")), Label: "MPI_FILE_NULL"}

// Of returns the file of a handle: open, MPI_FILE_NULL, or the last one
// closed under that handle value; nil if it was not opened by a recorded call.
func (fs *Files) Of(h int64) *File {
	f := fs.table.Get(h)
	if f == nil && h == 0 && fs.flavour.Name == "mpich" {
		return nullFile
	}
	return f
}

// Opened applies MPI_File_open. A view that was never set is one of bytes.
func (fs *Files) Opened(c *record.Call, on *objects.Comm, bytes *datatype.Type) {
	fs.OpenFailed = tracker.Site{}
	if f := fs.Of(c.Made()); !c.Ok() || f != nil && f.Null() {
		fs.OpenFailed = c.Site
		if on != nil {
			on.MadeFiles++
		}
		return
	}
	f := &File{Comm: on, Amode: c.Arg("amode"), PosKnown: true}
	f.Born(c.Site, c.End)
	f.ID, f.Label = fs.IdOf(on), fs.LabelOf(c, on)
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

// IdOf is the identity of the file that an open under way on a communicator will create.
func (fs *Files) IdOf(on *objects.Comm) uint64 {
	switch {
	case on.Place() == nil || on.Inter || fs.reading.Gaps():
		return 0
	case len(on.Members) < 2: // the communicator may be one of its kind in each rank
		return object.HashID("file", on.ID, on.MadeFiles+1, fs.reading.World)
	}
	return object.HashID("file", on.ID, on.MadeFiles+1)
}

// LabelOf names the file that an open under way will create.
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

// Strange registers a file that the MPI library knows although no recorded
// call opened it.
func (fs *Files) Strange(h int64) *File {
	fs.count++
	f := &File{Header: object.Header{Origin: object.Elsewhere},
		Label: fmt.Sprintf("file %d (opened by a call that gomarmot did not see)", fs.count)}
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

// Open reports whether this is a file that is open now.
func (f *File) Open() bool { return f != nil && f.Alive() }

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

// Lose applies an MPI_File_close that failed: whether the file is still
// open is unknown.
func (fs *Files) Lose(_ *record.Call, f *File) {
	if f.Open() {
		f.Origin = object.Lost
		fs.table.Drop(f)
	}
}

// datareps are the data representations that each MPI library knows.
var datareps = []string{"native", "internal", "external32"}

func (fs *Files) RegisterDatarep(c *record.Call) {
	if name, ok := c.Text(); ok && !fs.KnowsDatarep(name) {
		fs.datareps = append(fs.datareps, name)
	}
}

// KnowsDatarep reports whether a data representation of files may have been defined, by the standard or by the program.
func (fs *Files) KnowsDatarep(name string) bool {
	return fs.reading.Lost > 0 || slices.Contains(datareps, name) || slices.Contains(fs.datareps, name)
}

// Close marks the file closed; its handle keeps leading to it until a
// newer open returns the same handle value.
func (fs *Files) Close(c *record.Call, f *File) {
	if !f.Open() {
		return
	}
	f.Freed = c.Site
	fs.ClosedOver = f.Active()
	for _, s := range f.Splits {
		fs.dropSplit(s)
	}
	f.Splits = nil
	fs.table.Drop(f)
}

// Meet does the same for files.
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

// UnknownFiles lists the same for files.
func (fs *Files) UnknownFiles() []reading.Unknown { return fs.unknown }
