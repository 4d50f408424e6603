package gpu

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// mostPending bounds the pieces of work that are kept per stream, the latest.
const mostPending = 256

// mostEvents and mostKernels bound GPU.events and GPU.kernels.
const (
	mostEvents  = 1 << 14
	mostKernels = 1 << 14
)

// Take applies a GPU record; at is its site. It returns memory that is used from now on; nil if there is none.
func (g *GPU) Take(e *event.Event, at tracker.Site) *Use {
	g.step = Step{}
	switch {
	case e.Kind == event.GPU && e.N >= 5:
		g.take(e, at)
	case e.Kind == event.GPUMemory && e.N >= 8 && g.last != nil:
		return g.use(e)
	case e.Kind == event.GPUName && e.N >= 1:
		if name := event.Strings(e.Blob); len(name) > 0 && len(g.kernels) < mostKernels {
			if g.kernels == nil {
				g.kernels = map[int64]string{}
			}
			g.kernels[e.A[0]] = name[0]
		}
	}
	return nil
}

func (g *GPU) take(e *event.Event, at tracker.Site) {
	g.last = nil
	action := event.GPUAction(e.A[0])
	if action == event.GPULost {
		g.lose()
		return
	}
	s := g.streamOf(e)
	if s == nil {
		g.lose()
		return
	}
	if s.capture == 0 {
		g.step = stepOf(s, action, e, at)
	}
	switch action {
	case event.GPUCopy, event.GPUFill, event.GPUKernel:
		g.put(s, action, e, at)
	case event.GPUOther:
		g.reaching++
		if s.capture == 0 { // a graph may contain functions of the host
			g.order(s)
			s.put++
			g.step.Piece = s.put
			s.mayWait = true
			g.mayLearn(s)
		}
	case event.GPUHost:
		if s.capture == 0 {
			g.order(s)
			g.mayLearn(s)
			s.mayWait = true
		}
	case event.GPURecord:
		g.order(s)
		g.record(e.A[4], s)
	case event.GPUAwait:
		g.await(s, e.A[4])
	case event.GPUStreamDone:
		g.order(s)
		g.waits(s.snapshot().done)
		s.mayWait = s.mayWait && s.capture != 0 // CUDA does not wait for a stream that is captured
	case event.GPUEventDone:
		g.eventDone(e.A[4])
	case event.GPUDeviceDone:
		g.deviceDone(s.context)
	case event.GPUFree:
		at.Call = calls.GPUFree
		g.last = &Work{Site: at, stream: s}
	case event.GPUCapture:
		g.captures++
		s.capture = g.captures
	case event.GPUCaptured:
		g.captured(s.capture)
	}
}

// streamOf returns the stream of a record; nil if there are too many. A program may name a stream that it has created
// while another context is current, and a new stream may get the handle of a destroyed stream.
func (g *GPU) streamOf(e *event.Event) *stream {
	context, flags := e.A[1], event.GPUFlags(e.A[3])
	key := streamKey{context, e.A[2]}
	if key.handle > 0 {
		key.context = 0
	}
	s := g.streams[key]
	switch {
	case s != nil:
		s.several = s.several || s.context != context
	case len(g.list) == mostStreams:
		return nil
	default:
		s = g.addStream(key, context)
	}
	s.legacy, s.nonblocking = flags&event.GPULegacy != 0 || key.handle == 0, flags&event.GPUNonblocking != 0
	s.hip = flags&event.GPUHIP != 0
	return s
}

func (g *GPU) addStream(key streamKey, context int64) *stream {
	if g.streams == nil {
		g.streams, g.events = map[streamKey]*stream{}, map[int64]snapshot{}
	}
	s := &stream{number: len(g.list), context: context, handle: key.handle}
	if s.handle > 0 {
		g.created++
		s.created = g.created
	}
	g.streams[key] = s
	g.list = append(g.list, s)
	return s
}

// put adds work to a stream.
func (g *GPU) put(s *stream, action event.GPUAction, e *event.Event, at tracker.Site) {
	if s.capture != 0 {
		return
	}
	g.order(s)
	s.put++
	g.moment++
	switch action {
	case event.GPUFill:
		at.Call = calls.GPUFill
	case event.GPUKernel:
		at.Call = calls.GPUKernel
	default:
		at.Call = calls.GPUCopy
	}
	w := &Work{Site: at, stream: s, n: s.put, moment: g.moment}
	if action == event.GPUKernel {
		w.Kernel = kernelOf(g.kernels[e.A[4]])
		if !w.Kernel.plain {
			g.reaching++
		}
		if strings.Contains(w.Kernel.Name, "nccl") {
			g.tellsOthers()
		}
	}
	g.last = w
	g.step.Site, g.step.Piece, g.step.Kernel = at, s.put, w.Kernel.Name
	if event.GPUFlags(e.A[3]).Uses() == 0 {
		return
	}
	if len(s.work) == mostPending {
		for _, old := range s.work[:mostPending/2] {
			g.ends(old, true)
		}
		s.work = slices.Delete(s.work, 0, mostPending/2)
		g.pending -= mostPending / 2
	}
	s.work = append(s.work, w)
	g.pending++
}

// use adds memory to the last work, and returns the new use; nil if the record is invalid.
func (g *GPU) use(e *event.Event) *Use {
	w := g.last
	flags := event.GPUUse(e.A[4])
	u := Use{Work: w, Lo: e.A[0], Width: e.A[1], Rows: e.A[2], Pitch: e.A[3], Writes: flags&event.GPUWrites != 0,
		May: flags&event.GPUMay != 0, Pageable: flags&event.GPUPageable != 0, outside: flags&event.GPUOutside != 0,
		Freed: w.Site.Call == calls.GPUFree, allocLo: e.A[5], allocHi: e.A[6], parameter: e.A[7]}
	if u.Rows < 1 || u.Width < 1 || u.Lo < 1 || u.Pitch < 0 || u.Rows > 1 && u.Pitch < u.Width ||
		!fits(u.Lo, u.Width, u.Rows, u.Pitch) {
		return nil
	}
	u.Hi = u.Lo + (u.Rows-1)*u.Pitch + u.Width
	w.uses = append(w.uses, u)
	x := &w.uses[len(w.uses)-1]
	switch {
	case u.Freed:
		g.blocks.forget(u.Lo)
		g.forget(u.Lo, u.Hi)
	default:
		g.blocks.note(x)
	}
	return x
}

// forget drops the uses of memory [lo, hi), which is freed. A later allocation at the same addresses is other memory,
// and CUDA orders it behind the work that used the freed memory.
func (g *GPU) forget(lo, hi int64) {
	for _, s := range g.list {
		for _, w := range s.work {
			n := len(w.uses)
			w.uses = slices.DeleteFunc(w.uses, func(u Use) bool { return u.Lo < hi && lo < u.Hi })
			if len(w.uses) < n {
				g.ends(w, true)
			}
		}
	}
}

// tellsOthers notes that other ranks may learn, without MPI, that work has ended: by a kernel of NCCL or RCCL.
func (g *GPU) tellsOthers() {
	for _, s := range g.list {
		for _, w := range s.work {
			g.ends(w, true)
		}
	}
}

// fits reports whether rows of memory end below the largest address.
func fits(lo, width, rows, pitch int64) bool {
	const most = 1 << 56
	return lo < most && width < most && (rows == 1 || pitch < most/rows)
}

// record notes that a stream has recorded an event.
func (g *GPU) record(event int64, s *stream) {
	if len(g.events) >= mostEvents {
		clear(g.events)
	}
	g.events[event] = s.snapshot()
}

// await notes that a stream waits for an event. An unknown event may stand for anything.
func (g *GPU) await(s *stream, event int64) {
	x, ok := g.events[event]
	if !ok {
		s.mayWait = true
		return
	}
	s.after.join(x.done)
	s.mayWait = s.mayWait || x.mayWait
	if x.capture != 0 {
		s.capture = x.capture
	}
}

// eventDone notes that the host has waited for an event. An unknown event may have been recorded behind all work.
func (g *GPU) eventDone(event int64) {
	x, ok := g.events[event]
	switch {
	case !ok:
		g.allMayBeDone()
	case x.capture == 0:
		g.waits(x.done)
	}
}

// deviceDone notes that the host has waited for all streams of a context.
func (g *GPU) deviceDone(context int64) {
	var all clock
	for _, s := range g.list {
		if s.isOf(context) {
			all.join(s.snapshot().done)
			s.mayWait = false
		}
	}
	g.waits(all)
}

// captured notes that a capture has ended.
func (g *GPU) captured(capture int64) {
	for _, s := range g.list {
		if s.capture == capture {
			s.capture = 0
		}
	}
}

// lose notes that records are missing: all work may be done, and every stream may wait for anything.
func (g *GPU) lose() {
	for _, s := range g.list {
		s.mayWait, s.capture = true, 0
	}
	g.reaching++
	clear(g.events)
	g.allMayBeDone()
}

// allMayBeDone notes that the host may know that all work is done.
func (g *GPU) allMayBeDone() {
	for _, s := range g.list {
		g.host.know(s.number, s.put)
	}
	g.tellsOthers()
	g.learns(nil)
}
