package files

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// File is a file between its open and close, as a rank sees it.
type File struct {
	object.Header
	ID    uint64 // the same on all ranks of the open; 0 if it is unknown
	label string
	Name  string // as the program gave it; "": unknown

	comm    *objects.Comm
	Members []int32 // ranks of the open, in MPI_COMM_WORLD
	Amode   int64   // in the MPI library's own bits, see calls.Flavour

	View View
	// Pos is the individual file pointer in etypes, known while PosKnown.
	Pos      int64
	PosKnown bool
	Atomic   bool
	// SizeAsked: the rank has called MPI_File_get_size.
	SizeAsked bool
	// Splits are the split collective operations that have begun and not ended: at most one in a correct program.
	Splits  []*Split
	Pending int // requests of nonblocking accesses not yet complete

	Begins    int // split collective operations begun so far
	LastPlace *op.Place
}

// View is a rank's view of a file.
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
	return f.label
}

// Object names the file in findings.
func (f *File) Object() tracker.Object {
	if f == nil {
		return tracker.Object{Class: calls.ClassFile, Label: f.String()}
	}
	return tracker.Object{Class: calls.ClassFile, ID: f.ID, Label: f.label}
}

// Place returns this rank's place in the file; nil if the rank's calls cannot be compared with the calls of other
// ranks.
func (f *File) Place() *op.Place {
	if f == nil || !f.Alive() || !f.Known() || f.ID == 0 {
		return nil
	}
	if f.LastPlace == nil {
		f.LastPlace = f.comm.PlaceIn(f.Object())
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
var nullFile = &File{Header: object.Predefined(calls.PredefByName("MPI_FILE_NULL")), label: "MPI_FILE_NULL"}

// Open reports whether the file is open now.
func (f *File) Open() bool { return f != nil && f.Alive() }

// datareps are the data representations of the standard.
var datareps = []string{"native", "internal", "external32"}

// Split is a split collective operation that has begun.
type Split struct {
	Begin tracker.Site
	IO    IO
	File  *File
	// Number is the operation's number on the file, from 1 on.
	Number int
	// Touched is the first MPI call, or store of the program, that changed the buffer since the begin.
	Touched tracker.Site
	// GivenBack is the call by which the program freed the buffer, or part of it, since the begin.
	GivenBack tracker.Site
	// Failed: the begin returned an error. Whether the operation is active is uncertain, so rules conclude nothing from
	// it.
	Failed bool

	Since int64 // the rank's records up to the return of its begin
	Began int64 // the rank's records up to the entry of its begin
}

// Active returns the active split collective operation, the latest if there are several; nil if there is none.
func (f *File) Active() *Split {
	for i := len(f.Splits) - 1; i >= 0; i-- {
		if !f.Splits[i].Failed {
			return f.Splits[i]
		}
	}
	return nil
}

// Ends returns the operation that an end call ends, nil if there is none. It prefers operations that the matching begin
// call started, among these operations with the same buffer, then operations whose begin succeeded, then the latest.
func (f *File) Ends(x *IO) *Split {
	var best *Split
	worth := -1
	for _, s := range f.Splits {
		w := 0
		if s.Begin.Call == x.Partner {
			w = 4
			if s.IO.Buf == x.Buf {
				w = 6
			}
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

// Buffer is the operation's buffer.
func (s *Split) Buffer() datatype.Buffer {
	return datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type, Writes: !s.IO.Write}
}

// Near reports whether [from, to) overlaps the hull of the operation's buffer.
func (s *Split) Near(from, to int64) bool {
	if s.IO.Type == nil || s.IO.Count <= 0 || s.Failed {
		return false
	}
	b := s.Buffer()
	lo, hi := b.Hull()
	return lo < to && from < hi
}
