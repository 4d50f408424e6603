package gpu

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
)

// stream is a sequence of work that a GPU does in order.
type stream struct {
	number              int
	created             int // the stream's number among the streams that the program has created; 0: a default stream
	context, handle     int64
	several             bool // used in several contexts; to which of them the stream belongs is uncertain
	legacy, nonblocking bool
	hip                 bool  // of HIP; otherwise of CUDA
	put                 int64 // number of pieces of work so far
	after               clock // work that is complete before the next piece begins
	mayWait             bool  // the next piece may wait for any action of the host
	capture             int64 // the capture in which the stream takes part; 0: none
	work                []*Work
}

// streamKey identifies a stream.
type streamKey struct{ context, handle int64 }

// snapshot is the state of a stream when it recorded an event.
type snapshot struct {
	done    clock
	mayWait bool
	capture int64
}

// mostStreams bounds the streams that are followed.
const mostStreams = 1 << 10

// isOf reports whether the stream may belong to a context.
func (s *stream) isOf(context int64) bool { return s.several || s.context == context }

// Name returns the stream's name in messages.
func (w *Work) Name() string { return w.stream.name() }

func (s *stream) name() string {
	switch {
	case s.legacy:
		return "the default stream"
	case s.handle < 0:
		return "the default stream of a thread"
	default:
		return fmt.Sprintf("stream %d", s.created)
	}
}

// snapshot returns the state of the stream.
func (s *stream) snapshot() snapshot {
	at := snapshot{mayWait: s.mayWait, capture: s.capture}
	at.done.join(s.after)
	at.done.know(s.number, s.put)
	return at
}

// HIP reports whether the program has called HIP for the work, otherwise CUDA.
func (w *Work) HIP() bool { return w.stream.hip }

// ByDefault reports whether the work is on a default stream.
func (w *Work) ByDefault() bool { return w.stream.legacy || w.stream.handle < 0 }

// MayWait reports whether the work may begin only after an action of the host that is not recorded.
func (w *Work) MayWait() bool { return w.stream.mayWait }

// MayWrite reports whether the work may write the memory of a use.
func (w *Work) MayWrite(u *Use) bool {
	return u.Writes || u.May && w.Kernel.does(u.parameter) != reading
}

// SaysWrites reports whether the parameters of a kernel say that it writes the memory of a use.
func (w *Work) SaysWrites(u *Use) bool { return w.Kernel.does(u.parameter) == writing }

// Work is a copy, fill, kernel or free that the program has put on a stream.
type Work struct {
	Site   tracker.Site
	Kernel Kernel // set if the work is a kernel
	uses   []Use
	// Touched identifies the work's accesses to window memory in ops for other ranks; 0: there are none.
	Touched int64

	stream *stream
	n      int64 // the work is piece n of its stream
	moment int64
}

// Use is memory that a piece of work uses.
type Use struct {
	Work *Work
	// Lo and Hi are the bounds of the memory; Width, Rows and Pitch describe its rows. For a kernel, Lo is the address
	// that the kernel was passed, and Hi the end of the allocation.
	Lo, Hi             int64
	Width, Rows, Pitch int64
	Writes             bool
	May                bool // a kernel's: whether and how the kernel uses the memory, and how many bytes, is unknown
	Pageable           bool // host memory that is not locked
	outside            bool // something else than the recorded work may have stored to the allocation
	Freed              bool // the work frees the memory
	allocLo, allocHi   int64
	parameter          int64
}
