package gpu

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Step is a command of the program to a GPU, or a wait for a GPU, for a picture of the run.
type Step struct {
	Action event.GPUAction
	Site   tracker.Site
	Time   uint64 // the tick at which the program's call returned
	Stream int    // the number of the stream in the order of first use, from 0
	Piece  int64  // the step is piece number Piece of the stream's work, from 1; 0: no work
	Kernel string // the kernel's name, demangled; "": unknown, or no kernel
	stream *stream
}

// Name returns the stream's name.
func (s *Step) Name() string { return s.stream.name() }

// stepOf returns the step of a record, without its work. Logs of older versions lack the time of the program's call;
// the time of the record stands in for it.
func stepOf(s *stream, action event.GPUAction, e *event.Event, at tracker.Site) Step {
	x := Step{Action: action, Site: at, Time: e.Time, Stream: s.number, stream: s}
	if e.N >= 6 && e.A[5] > 0 {
		x.Time = uint64(e.A[5])
	}
	return x
}
