package state

import (
	"fmt"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// File is one open of a file as one rank sees it.
type File struct {
	object.Header
	ID    uint64 // the same on all ranks of the open; 0 where that is unknown
	Label string

	Comm    *Comm
	Members []int32 // ranks of the open, in MPI_COMM_WORLD
	Amode   int64   // bits of the MPI library, see calls.Flavour

	View View
	// Pos is the individual file pointer in etypes, known while PosKnown.
	Pos      int64
	PosKnown bool
	atomic   bool
	// Splits are the split collective operations begun and not ended: at most
	// one in a correct program.
	Splits  []*Split
	pending int // requests of nonblocking accesses not yet complete

	begins int // split collective operations begun so far
	place  *op.Place
}

// View is what a rank sees of a file.
type View struct {
	disp         int64 // bytes
	EType, fType *datatype.Type
	Datarep      string
	Site         tracker.Site // MPI_File_set_view; zero for the view of the open
	sets         int          // calls of MPI_File_set_view so far
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
	if f.place == nil {
		f.place = f.Comm.placeIn(f.Object())
	}
	return f.place
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

// of returns the file of a handle: open, MPI_FILE_NULL, or the last one
// closed under that handle value; nil if it was not opened by a recorded call.
func (fs *files) of(h int64) *File {
	f := fs.table.Get(h)
	if f == nil && h == 0 && fs.flavour.Name == "mpich" {
		return nullFile
	}
	return f
}

// openFile applies MPI_File_open. Opens are counted on the communicator also
// where they fail, as they may on some ranks only. After an error handler of
// the program, an MPI may return success; but then the handle is null.
func (r *Rank) openFile(c *Call) { r.files.opened(&c.recorded, c.Comm, r.Types().ByName("MPI_BYTE")) }

// opened applies MPI_File_open. A view that was never set is one of bytes.
func (fs *files) opened(c *recorded, on *Comm, bytes *datatype.Type) {
	fs.openFailed = tracker.Site{}
	if f := fs.of(c.made()); !c.ok() || f != nil && f.Null() {
		fs.openFailed = c.Site
		if on != nil {
			on.madeFiles++
		}
		return
	}
	f := &File{Comm: on, Amode: c.Arg("amode"), PosKnown: true}
	f.Born(c.Site, c.End)
	f.ID, f.Label = fs.idOf(on), fs.labelOf(c, on)
	fs.count++
	if on != nil {
		on.madeFiles++
		f.Members = on.Members
	}
	if f.Has(fs.flavour.ModeAppend) {
		f.PosKnown = false
	}
	f.View = View{EType: bytes, fType: bytes, Datarep: "native"}
	fs.add(c.made(), f)
}

// idOf is the identity of the file that an open under way on a communicator will create.
func (fs *files) idOf(on *Comm) uint64 {
	switch {
	case on.Place() == nil || on.Inter || fs.reading.Gaps():
		return 0
	case len(on.Members) < 2: // the communicator may be one of its kind in each rank
		return object.HashID("file", on.ID, on.madeFiles+1, fs.reading.World)
	}
	return object.HashID("file", on.ID, on.madeFiles+1)
}

// labelOf names the file that an open under way will create.
func (fs *files) labelOf(c *recorded, on *Comm) string {
	label := fmt.Sprintf("file %d", fs.count+1)
	if on != nil {
		label = fmt.Sprintf("file %d of %s", on.madeFiles+1, on.Label)
	}
	if s := event.Strings(c.InBlob); len(s) > 0 {
		label += fmt.Sprintf(" (%q)", s[0])
	}
	return label
}

// strange registers a file that the MPI library knows although no recorded
// call opened it.
func (fs *files) strange(h int64) *File {
	fs.count++
	f := &File{Header: object.Header{Origin: object.Elsewhere},
		Label: fmt.Sprintf("file %d (opened by a call that gomarmot did not see)", fs.count)}
	fs.add(h, f)
	return f
}

func (fs *files) add(h int64, f *File) {
	fs.unknown.drop(h)
	fs.table.Add(h, f)
}

// setAtomicity applies MPI_File_set_atomicity.
func (fs *files) setAtomicity(c *recorded, f *File) {
	if f.open() {
		f.atomic = c.Arg("flag") != 0
	}
}

// open reports whether this is a file that is open now.
func (f *File) open() bool { return f != nil && f.Alive() }

// seek applies MPI_File_seek.
func (fs *files) seek(c *recorded, f *File) {
	if !f.open() {
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

// loseSeek applies an MPI_File_seek that failed.
func (fs *files) loseSeek(_ *recorded, f *File) {
	if f.open() {
		f.PosKnown = false
	}
}

// loseView applies an MPI_File_set_view that failed.
func (fs *files) loseView(_ *recorded, f *File) {
	if f.open() {
		f.View = View{sets: f.View.sets + 1, Unknown: true}
	}
}

// lose applies an MPI_File_close that failed: whether the file is still
// open is unknown.
func (fs *files) lose(_ *recorded, f *File) {
	if f.open() {
		f.Origin = object.Lost
		fs.table.Drop(f)
	}
}

// setView applies MPI_File_set_view.
func (r *Rank) setView(c *Call) {
	f := c.File
	if !f.open() {
		return
	}
	v := View{disp: c.Arg("disp"), EType: r.Types().Lookup(c.Arg("etype")), fType: r.Types().Lookup(c.Arg("filetype")),
		Site: c.Site, sets: f.View.sets + 1}
	v.Datarep, _ = c.Text()
	r.Types().Meet(c.Arg("etype"), c.Site)
	r.Types().Meet(c.Arg("filetype"), c.Site)
	v.Unknown = v.EType == nil || v.fType == nil || v.EType.Unknown || v.fType.Unknown
	f.View = v
	f.Pos, f.PosKnown = 0, true
}

// datareps are the data representations that each MPI library knows.
var datareps = []string{"native", "internal", "external32"}

func (fs *files) registerDatarep(c *recorded) {
	if name, ok := c.Text(); ok && !fs.knowsDatarep(name) {
		fs.datareps = append(fs.datareps, name)
	}
}

// knowsDatarep reports whether a data representation of files may have been defined, by the standard or by the program.
func (fs *files) knowsDatarep(name string) bool {
	return fs.reading.Lost > 0 || slices.Contains(datareps, name) || slices.Contains(fs.datareps, name)
}

// close marks the file closed; its handle keeps leading to it until a
// newer open returns the same handle value.
func (fs *files) close(c *recorded, f *File) {
	if !f.open() {
		return
	}
	f.Freed = c.Site
	fs.closedOver = f.Active()
	for _, s := range f.Splits {
		fs.dropSplit(s)
	}
	f.Splits = nil
	fs.table.Drop(f)
}

// applyIO applies a data access.
func (r *Rank) applyIO(c *Call) {
	f, x := c.File, &c.IO
	if !f.open() {
		return
	}
	switch x.Half {
	case calls.SplitBegin:
		f.begins++
		s := &Split{Begin: c.Site, IO: *x, File: f, Failed: !c.ok(), number: f.begins, began: c.told.began}
		f.Splits = append(f.Splits, s)
		if !s.Failed {
			r.files.split(s)
		}
	case calls.SplitEnd:
		r.files.endSplit(f, x)
		return
	}
	if x.Type == nil {
		r.Types().Meet(x.typeHandle, c.Site)
	}
	if x.Nonblocking && c.ok() && f.Known() {
		if q := r.followOn(c, nil, f); q != nil {
			q.told.arrived = c.told.began
		}
	}
	if x.Pointer != calls.PointerIndividual {
		return
	}
	// How far a read went is unknown until its end in the file is.
	if n, size := x.Bytes(), f.View.ETypeSize(); x.Write && c.ok() && n >= 0 && size > 0 {
		f.Pos += n / size
	} else if n != 0 {
		f.PosKnown = false
	}
}

// meet does the same for files.
func (fs *files) meet(c *recorded, handle int64) *File {
	switch {
	case c.Once:
		fs.unknown.add(handle, c.Site)
	case c.ok():
		f := fs.strange(handle)
		f.Made = c.Site
		return f
	}
	return nil
}

// unknownFiles lists the same for files.
func (fs *files) unknownFiles() []Unknown { return fs.unknown }
