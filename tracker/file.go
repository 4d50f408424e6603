package tracker

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// File is one open of a file as one rank sees it.
type File struct {
	Handle int64
	ID     uint64 // the same on all ranks of the open; 0 where it cannot be told
	Label  string
	Null   bool // MPI_FILE_NULL
	// Foreign: opened past the interception, or its state is no longer known.
	Foreign bool

	Name    string // as the program gave it
	Comm    *Comm
	Members []int32 // ranks of the open, in MPI_COMM_WORLD
	MyRank  int
	Amode   int64 // bits of the MPI library, see calls.Flavour
	Made    Site
	Closed  Site // zero while open

	View View
	// Pos is the individual file pointer in etypes, known while PosKnown.
	Pos      int64
	PosKnown bool
	Atomic   bool
	// Splits are the split collective operations begun and not ended: at most
	// one in a correct program.
	Splits  []*Split
	Pending int // requests of nonblocking accesses not yet complete

	begins int // split collective operations begun so far
}

// View is what a rank sees of a file.
type View struct {
	Disp         int64 // bytes
	EType, FType *Datatype
	Datarep      string
	Site         Site // MPI_File_set_view; zero for the view of the open
	Sets         int  // calls of MPI_File_set_view so far
	// Unknown: a set_view failed, or its datatypes are unknown.
	Unknown bool
}

// Split is a split collective operation that has begun.
type Split struct {
	Begin Site
	IO    IO
	File  *File
	// Number counts the operations begun on the file, from 1 on.
	Number int
	// Touched is the first MPI call that changed the buffer since.
	Touched Site
	// Failed: the begin returned an error. Whether the operation is active is
	// a guess then, so nothing is concluded from it.
	Failed bool

	// For the job view: whether the rank may have heard of other ranks' ends
	// since, and the communicator of the synchronizing calls it made since.
	heard   bool
	syncFam uint64
}

// String names the file in messages.
func (f *File) String() string {
	if f == nil {
		return "an unknown file"
	}
	return f.Label
}

// Alive reports whether the file is open now.
func (f *File) Alive() bool { return !f.Null && f.Closed.IsZero() }

// Has reports whether the file was opened with the given bit of amode.
func (f *File) Has(bit int64) bool { return f.Amode&bit != 0 }

// Active returns the split collective operation that is active on the file,
// the last one begun if there are several; nil if there is none.
func (f *File) Active() *Split {
	for i := len(f.Splits) - 1; i >= 0; i-- {
		if !f.Splits[i].Failed {
			return f.Splits[i]
		}
	}
	return nil
}

// Ends returns the operation that an end call ends: of those that its own
// begin has begun, else of all, the last one that did not fail, else the last
// one. It is nil if no begin precedes.
func (f *File) Ends(k calls.Kind) *Split {
	var best *Split
	worth := -1
	for _, s := range f.Splits {
		w := 0
		if s.Begin.Call == begins[k] {
			w = 2
		}
		if !s.Failed {
			w++
		}
		if w >= worth {
			best, worth = s, w
		}
	}
	return best
}

// ETypeSize is the size of the view's etype in bytes; 0 if it is unknown.
func (v *View) ETypeSize() int64 {
	if v.Unknown || v.EType == nil || v.EType.Unknown {
		return 0
	}
	return v.EType.Size
}

// nullFile stands for MPI_FILE_NULL where its handle is 0.
var nullFile = &File{Null: true, Label: "MPI_FILE_NULL"}

// FileOf returns the file of a handle: open, MPI_FILE_NULL, or the last one
// closed under that handle value; nil if no recorded call opened it.
func (r *Rank) FileOf(h int64) *File {
	if r.lastFile != nil && r.lastFile.Handle == h {
		return r.lastFile
	}
	f := r.files[h]
	switch {
	case f != nil:
		r.lastFile = f
	case h == 0 && r.Flavour.Name == "mpich":
		return nullFile
	}
	return f
}

// openFile applies MPI_File_open. Opens are counted on the communicator also
// where they fail, as they may on some ranks only. After an error handler of
// the program, an MPI may return success; but then the handle is null.
func (r *Rank) openFile(c *Call) {
	r.OpenFailed = Site{}
	if f := r.FileOf(c.OutWord(0)); !c.ok() || f != nil && f.Null {
		r.OpenFailed = c.Site
		if c.Comm != nil {
			c.Comm.madeFiles++
		}
		return
	}
	f := &File{Handle: c.OutWord(0), Made: c.Site, Comm: c.Comm, Amode: c.Arg("amode"), PosKnown: true}
	if s := Strings(c.InBlob); len(s) > 0 {
		f.Name = s[0]
	}
	f.ID, f.Label = fileIDOf(r, c), openLabel(r, c)
	r.fileCount++
	if cm := c.Comm; cm != nil {
		cm.madeFiles++
		f.Members, f.MyRank = cm.Members, cm.MyRank
	}
	if f.Has(r.Flavour.ModeAppend) {
		f.PosKnown = false
	}
	f.View = View{EType: r.byteType(), Datarep: "native"}
	f.View.FType = f.View.EType
	r.addFile(f)
}

// openLabel names the file that an open under way will make.
func openLabel(r *Rank, c *Call) string {
	label := fmt.Sprintf("file %d", r.fileCount+1)
	if c.Comm != nil {
		label = fmt.Sprintf("file %d of %s", c.Comm.madeFiles+1, c.Comm.Label)
	}
	if s := Strings(c.InBlob); len(s) > 0 {
		label += fmt.Sprintf(" (%q)", s[0])
	}
	return label
}

// byteType returns MPI_BYTE, the etype and filetype of a view never set.
func (r *Rank) byteType() *Datatype {
	return r.Types.byName("MPI_BYTE")
}

func (r *Rank) foreignFile(h int64) {
	r.fileCount++
	r.addFile(&File{Handle: h, Foreign: true, Label: fmt.Sprintf("file %d (opened past the interception)", r.fileCount)})
}

func (r *Rank) addFile(f *File) {
	r.unknownFiles.drop(f.Handle)
	r.files[f.Handle] = f
	r.lastFile = f
	r.AllFiles = append(r.AllFiles, f)
}

// applyFile applies a call on a file that came back.
func (r *Rank) applyFile(c *Call) {
	f := c.File
	if !f.Alive() {
		return
	}
	if sh := shapes[c.Kind].io; sh != nil {
		r.applyIO(c)
		return
	}
	if !c.ok() {
		switch c.Kind {
		case calls.FileClose:
			f.Foreign = true // whether it is still open is unknown
			r.forgetFile(f)
		case calls.FileSetView:
			f.View = View{Sets: f.View.Sets + 1, Unknown: true}
		case calls.FileSeek:
			f.PosKnown = false
		}
		return
	}
	switch c.Kind {
	case calls.FileClose:
		r.closeFile(c)
	case calls.FileSetView:
		r.setView(c)
	case calls.FileSetAtomicity:
		f.Atomic = c.Arg("flag") != 0
	case calls.FileSeek:
		f.seek(c, r.Flavour)
	case calls.FileGetView:
		r.Types.HandOut()
	case calls.FileGetGroup:
		r.newGroup(c)
	}
}

func (f *File) seek(c *Call, flavour *calls.Flavour) {
	switch off := c.Arg("offset"); c.Arg("whence") {
	case flavour.SeekSet:
		f.Pos, f.PosKnown = off, true
	case flavour.SeekCur:
		f.Pos += off
	default:
		f.PosKnown = false
	}
}

func (r *Rank) setView(c *Call) {
	f := c.File
	v := View{Disp: c.Arg("disp"), EType: r.Types.Lookup(c.Arg("etype")), FType: r.Types.Lookup(c.Arg("filetype")),
		Site: c.Site, Sets: f.View.Sets + 1}
	if s := Strings(c.InBlob); len(s) > 0 {
		v.Datarep = s[0]
	}
	r.Types.Meet(c.Arg("etype"), c.Site)
	r.Types.Meet(c.Arg("filetype"), c.Site)
	v.Unknown = v.EType == nil || v.FType == nil || v.EType.Unknown || v.FType.Unknown
	f.View = v
	f.Pos, f.PosKnown = 0, true
}

// closeFile marks the file closed; its handle keeps leading to it until a
// newer open gets the same handle value.
func (r *Rank) closeFile(c *Call) {
	f := c.File
	f.Closed = c.Site
	r.ClosedOver = f.Active()
	for _, s := range f.Splits {
		r.dropSplit(s)
	}
	f.Splits = nil
	r.forgetFile(f)
}

// wantsComplete lists the calls before which all requests of the file must be
// complete.
func wantsComplete(k calls.Kind) bool {
	switch k {
	case calls.FileClose, calls.FileSetSize, calls.FilePreallocate, calls.FileSync, calls.FileSetView:
		return true
	}
	return false
}

// maxEarly bounds the calls kept for one request.
const maxEarly = 8

// enterFile notes a call that comes while requests of the file are pending.
// Where a split collective is active, too, the fault is told with that.
func (r *Rank) enterFile(c *Call) {
	f := c.File
	if f.Foreign && f.Made.IsZero() {
		f.Made = c.Site
	}
	if f.Pending == 0 || !f.Alive() || !wantsComplete(c.Kind) || f.Active() != nil {
		return
	}
	for _, q := range r.PendingRequests() {
		if q.File == f && !q.Shared {
			if len(q.Early) < maxEarly {
				q.Early = append(q.Early, c.Site)
			}
			return
		}
	}
}

// forgetFile takes the file off the list of files to be closed.
func (r *Rank) forgetFile(f *File) {
	for i, x := range r.AllFiles {
		if x == f {
			r.AllFiles = append(r.AllFiles[:i], r.AllFiles[i+1:]...)
			return
		}
	}
}

// applyIO applies a data access.
func (r *Rank) applyIO(c *Call) {
	f, x := c.File, &c.IO
	switch x.Split {
	case SplitBegin:
		f.begins++
		s := &Split{Begin: c.Site, IO: *x, File: f, Failed: !c.ok(), Number: f.begins}
		f.Splits = append(f.Splits, s)
		if !s.Failed {
			r.Splits = append(r.Splits, s)
		}
	case SplitEnd:
		r.endSplit(f, c.Kind)
		return
	}
	if x.Type == nil && x.Split != SplitEnd {
		r.Types.Meet(x.TypeHandle, c.Site)
	}
	if x.Nonblocking && c.ok() && !f.Foreign && c.OutWord(0) != r.requestNull {
		r.follow(c.OutWord(0), &Request{Made: c.Site, File: f})
	}
	if x.Pointer != Individual {
		return
	}
	// How far a read went is not known before its end in the file is.
	if n, size := x.Bytes(), f.View.ETypeSize(); x.Write && c.ok() && n >= 0 && size > 0 {
		f.Pos += n / size
	} else if n != 0 {
		f.PosKnown = false
	}
}

// endSplit ends an operation, whether or not the call was the right one: the
// MPI libraries take any end for the end of what is active.
func (r *Rank) endSplit(f *File, k calls.Kind) {
	s := f.Ends(k)
	if s == nil {
		return
	}
	for i := range f.Splits {
		if f.Splits[i] == s {
			f.Splits = append(f.Splits[:i], f.Splits[i+1:]...)
			break
		}
	}
	r.dropSplit(s)
}

func (r *Rank) dropSplit(s *Split) {
	for i := range r.Splits {
		if r.Splits[i] == s {
			r.Splits = append(r.Splits[:i], r.Splits[i+1:]...)
			return
		}
	}
}
