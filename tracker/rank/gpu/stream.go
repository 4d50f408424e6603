package gpu

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
)

// stream does its work in order.
type stream struct {
	number              int
	created             int // how many streams the program had created when this one came; 0: it is a default stream
	context, handle     int64
	legacy, nonblocking bool
	put                 int64 // pieces of work so far
	after               clock // what is done before the next piece begins
	mayWait             bool  // the next piece may wait for anything that the host does
	capture             int64 // the capture that it takes part in; 0: none
	work                []*Work
}

// streamKey tells streams apart.
type streamKey struct{ context, handle int64 }

// snapshot is what an event stands for: where its stream was when it was recorded.
type snapshot struct {
	done    clock
	mayWait bool
	capture int64
}

// mostStreams bounds the streams that are kept; of more nothing is judged.
const mostStreams = 1 << 10

// Name returns how messages name the stream of the work.
func (w *Work) Name() string {
	switch s := w.stream; {
	case s.legacy:
		return "the default stream"
	case s.handle < 0:
		return "the default stream of a thread"
	default:
		return fmt.Sprintf("stream %d", s.created)
	}
}

// snapshot returns where the stream is.
func (s *stream) snapshot() snapshot {
	at := snapshot{mayWait: s.mayWait, capture: s.capture}
	at.done.join(s.after)
	at.done.know(s.number, s.put)
	return at
}

// ByDefault reports whether the work is on a default stream.
func (w *Work) ByDefault() bool { return w.stream.legacy || w.stream.handle < 0 }

// MayWrite reports whether the work may write the memory of a use.
func (w *Work) MayWrite(u *Use) bool {
	return u.Writes || u.May && w.Kernel.does(u.parameter) != reading
}

// Work is something that the program has put on a stream.
type Work struct {
	Site   tracker.Site
	Kernel Kernel // if it is one
	uses   []Use

	stream *stream
	n      int64 // it is the n-th of its stream
	moment int64
}

// Use is memory that work uses.
type Use struct {
	Work *Work
	// Lo, Hi: it lies within these bytes; Width, Rows and Pitch are those of its rows. Of a kernel, which is given the
	// address Lo, they reach to the end of the allocation.
	Lo, Hi             int64
	Width, Rows, Pitch int64
	Writes             bool
	May                bool // whether it is read or written is not known, nor how much of it: a kernel
	pageable           bool // it is memory of the host that is not locked
	Freed              bool // it is given back
	allocLo, allocHi   int64
	parameter          int64
}
