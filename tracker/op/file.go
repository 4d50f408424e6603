package op

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// FileOpen is a rank's part in an MPI_File_open.
type FileOpen struct {
	Head
	Open
	Failed bool
}

// Open is how a rank opens a file.
type Open struct {
	Name  string
	Amode int64
	// Dev and Ino name the file in the rank's file system, once it is open; 0: unknown.
	Dev, Ino int64
	// Hints are the keys and values of the info object; nil: unknown.
	Hints map[string]string
}

// SetView is a rank's MPI_File_set_view.
type SetView struct {
	Head
	ViewSet
}

// ViewSet is the view of a file that a rank sets.
type ViewSet struct {
	Number       int // number of views that the rank has set on the file so far, this view included
	Disp         int64
	EType, FType string // names
	ELayout      uint64 // equal for equal layouts; 0: unknown
	FLayout      uint64
}

// UseShared is data access by the shared file pointer.
type UseShared struct {
	Head
	View int // ViewSet.Number of the view
}

// SplitBegin is the begin of a split collective operation of a file, and its buffer.
type SplitBegin struct {
	Head
	Number int64
	Data   Data
}

// SplitEnd is the end of a split collective operation.
type SplitEnd struct {
	Head
	Number int64
}

// SplitRef names a split collective operation of a file.
type SplitRef struct {
	File   uint64 // ID
	Number int64
	Since  int64 // Head.N of its begin on this rank
}

// FileAccess is a data access to a file, with the bytes that it may touch.
type FileAccess struct {
	Head
	Began   int64             `code:"since"` // the records of the rank when it was called
	Pieces  []datatype.Buffer // addresses are places in the file
	Atomic  bool              // the file was in atomic mode
	Pending bool              // the call has only begun it
}

// FileAccessEnd is the end of a data access that was only begun.
type FileAccessEnd struct {
	Head
	Began  int64 `code:"since"`
	Unsure bool  // perhaps it has not ended, or another access has
}

// FileSync is an MPI_File_sync, or the end of a file.
type FileSync struct {
	Head
	Began int64 `code:"since"`
}

// Resize is a change of the size of a file.
type Resize struct {
	Head
	Began int64 `code:"since"`
	Size  int64
}

// MoveShared is a call that moves the shared file pointer.
type MoveShared struct {
	Head
	Began int64 `code:"since"`
	SharedMove
}

// SharedStep is the effect of a call on a shared file pointer.
type SharedStep uint8

// The steps; all but SharedSingle are collective calls.
const (
	SharedLost    SharedStep = iota // it failed, or its offset is not known
	SharedTo                        // it sets the pointer
	SharedOrdered                   // data access of all ranks, in order
	SharedSingle                    // data access of a single rank
)

// SharedMove is how a call moves the shared file pointer. An ordered access is described as in FileAccess, but for its
// place.
type SharedMove struct {
	Step       SharedStep
	To         int64 // SharedTo: in etypes of the view
	Disp, Unit int64 // of the view, and of its etype, in bytes
	FType      *datatype.Type
	Bytes      int64 // that are accessed at most; -1: unknown
	Writes     bool
	Atomic     bool
	Pending    bool
}
