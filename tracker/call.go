package tracker

import (
	"encoding/binary"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Moment is the side of a call that an event stands for.
type Moment uint8

const (
	// NoCall: the event is no MPI call.
	NoCall Moment = iota
	// Entered: the program has made the call; the state is still the old one.
	Entered
	// Returned: the call has come back with its results.
	Returned
)

// Call is one MPI call of one rank. It is valid until the call's last event
// has been applied.
type Call struct {
	Site  Site
	Kind  calls.Kind
	Large bool
	Time  uint64 // ticks when it was entered
	End   uint64 // ticks when it returned

	In     [event.MaxWords]int64 // the arguments, see event.Event
	NIn    int
	InBlob []byte

	RC      int64 // return code; 0 is MPI_SUCCESS in every flavour
	Out     []int64
	OutBlob []byte

	// Win and Comm are the objects the call acts on, nil if it names none or
	// an unknown one; WinHandle and CommHandle are the raw handles.
	Win        *Win
	WinHandle  int64
	Comm       *Comm
	CommHandle int64
	// File is the same for files.
	File       *File
	FileHandle int64

	// RMA holds the decoded arguments of a communication call on a window, IO
	// those of a data access on a file.
	RMA RMA
	IO  IO

	once bool
	out  [event.MaxWords]int64
}

// Arg returns the argument of the given name; 0 if the call has none such.
func (c *Call) Arg(name string) int64 {
	i := calls.ArgIndex(c.Kind, name)
	if i < 0 || i >= c.NIn {
		return 0
	}
	return c.In[i]
}

// OutWord returns the i-th result after the return code, or 0.
func (c *Call) OutWord(i int) int64 {
	if i < len(c.Out) {
		return c.Out[i]
	}
	return 0
}

// ok reports whether the call came back with MPI_SUCCESS.
func (c *Call) ok() bool { return c.RC == 0 }

// Arrays splits a blob into its int64 arrays (see event.Event).
func Arrays(blob []byte) [][]int64 {
	var out [][]int64
	for len(blob) >= 8 {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob)/8 {
			return out
		}
		a := make([]int64, n)
		for i := range a {
			a[i] = int64(binary.LittleEndian.Uint64(blob[8*i:]))
		}
		blob = blob[8*n:]
		out = append(out, a)
	}
	return out
}

// Strings splits a blob that holds captured strings.
func Strings(blob []byte) []string {
	var out []string
	for len(blob) >= 8 {
		n := int(int64(binary.LittleEndian.Uint64(blob)))
		blob = blob[8:]
		if n < 0 || n > len(blob) {
			return out
		}
		out = append(out, string(blob[:n]))
		blob = blob[min((n+7)&^7, len(blob)):]
	}
	return out
}

// shape is what the tracker knows about a kind before any event: where its
// window and communicator arguments are and whether it communicates.
type shape struct {
	win, comm, file int8 // argument positions, -1: none
	rma             *rmaShape
	io              *ioShape
}

var shapes = buildShapes()

func buildShapes() *[calls.MaxKind]shape {
	var s [calls.MaxKind]shape
	for i := range calls.Table {
		row := &calls.Table[i]
		sh := shape{win: -1, comm: -1, file: -1}
		n := int8(0)
		for _, a := range row.Args() {
			if a.LargeOnly || a.Variadic {
				continue
			}
			switch {
			case a.Type == "MPI_Win" && a.Dir != calls.Out:
				sh.win = n
			case a.Type == "MPI_File" && a.Dir != calls.Out:
				sh.file = n
			case a.Type == "MPI_Comm" && a.Dir != calls.Out && sh.comm < 0:
				sh.comm = n
			}
			n++
		}
		sh.rma = rmaShapeOf(row.Kind)
		sh.io = ioShapeOf(row)
		s[row.Kind] = sh
	}
	return &s
}
