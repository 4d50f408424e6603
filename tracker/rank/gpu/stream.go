package gpu

import "fmt"

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

// order lets the next work of a stream wait for what the rules of the legacy default stream say.
func (g *GPU) order(s *stream) {
	if s.nonblocking {
		return
	}
	for _, o := range g.list {
		if o != s && o.context == s.context && !o.nonblocking && (s.legacy || o.legacy) && o.capture == 0 {
			s.after.join(o.after)
			s.after.know(o.number, o.put)
			s.mayWait = s.mayWait || o.mayWait
		}
	}
}

// learns takes that the host knows this to be done.
func (g *GPU) learns(done clock) {
	g.host.join(done)
	g.pending = 0
	for _, s := range g.list {
		kept := s.work[:0]
		for _, w := range s.work {
			if !g.host.has(s.number, w.n) {
				kept = append(kept, w)
			}
		}
		clear(s.work[len(kept):])
		s.work = kept
		g.pending += len(kept)
	}
}

// mayLearn takes that the host may know, by means that are not seen, what is done when the stream comes here.
func (g *GPU) mayLearn(s *stream) {
	g.learns(s.snapshot().done)
}

// ByDefault reports whether the work is on a default stream.
func (w *Work) ByDefault() bool { return w.stream.legacy || w.stream.handle < 0 }

// MayWrite reports whether the work may write the memory of a use.
func (w *Work) MayWrite(u *Use) bool {
	return u.Writes || u.May && w.Kernel.does(u.parameter) != reading
}
