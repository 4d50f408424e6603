package timeline

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/gpu"
)

// Bounds of the data that is kept of streams.
const (
	maxWork   = 20_000 // for all ranks together
	maxQueued = 1024   // work of a stream that the program has not waited for
	maxRecent = 2048   // work of a rank that the program has waited for, and that a finding may still name
)

// WorkKind says what kind of work the program has put on a stream, or by which wait it has learned of the end of work.
type WorkKind uint8

// The kinds. Work up to OtherWork lasts; the other kinds are moments.
const (
	CopyWork WorkKind = iota
	FillWork
	KernelWork
	OtherWork     // such as a graph
	EventRecorded // the stream reaches an event
	EventAwaited  // the stream waits for an event
	HostCalled    // the stream calls a function of the host, or waits for or writes memory
	StreamWaited  // the program has waited for the stream, or found it idle
	EventWaited   // the program has waited for an event behind work of the stream
	DeviceWaited  // the program has waited for all streams
	WorkKinds     // the number of kinds
)

// Stream is the work that a rank has put on a stream of a GPU.
type Stream struct {
	Name string
	Work []Work // by start
}

// Work is a copy, fill, kernel or other work, from the return of the call that has put the work on its stream to the
// return of the call that has waited for the work; or a moment.
type Work struct {
	Kind       WorkKind
	Start, End float64
	Kernel     string // the kernel's name
	Site       tracker.Site
	Open       bool // the program had not waited for it when the rank was last known to be alive
}

// rawWork is Work in ticks.
type rawWork struct {
	rank, stream int32
	kind         WorkKind
	open         bool
	kernel       uint32
	site         tracker.Site
	start, end   uint64
	piece        int64
}

// rawStream is a Stream while its work is being collected.
type rawStream struct {
	name   string
	queued []rawWork // that the program has not waited for
	named  []rawWork // work that a finding names, whether or not the program has waited for it
}

var moments = map[event.GPUAction]WorkKind{
	event.GPURecord: EventRecorded, event.GPUAwait: EventAwaited, event.GPUHost: HostCalled,
	event.GPUStreamDone: StreamWaited, event.GPUEventDone: EventWaited, event.GPUDeviceDone: DeviceWaited,
}

var works = map[event.GPUAction]WorkKind{
	event.GPUCopy: CopyWork, event.GPUFill: FillWork, event.GPUKernel: KernelWork, event.GPUOther: OtherWork,
}

// GPU takes a command of the rank's program to a GPU, or a wait for a GPU.
func (c *Collector) GPU(r *rank.Rank, s *gpu.Step) {
	l := c.lanes[int32(r.World)]
	if l == nil || c.takeBar != nil {
		return
	}
	l.last = max(l.last, s.Time)
	w := rawWork{rank: int32(r.World), stream: int32(s.Stream), site: s.Site, start: s.Time, end: s.Time,
		piece: s.Piece}
	if kind, ok := works[s.Action]; ok && s.Piece > 0 {
		w.kind, w.kernel = kind, c.label(s.Kernel)
		c.queue(l.stream(s), w)
		return
	}
	if s.Action == event.GPUFree {
		l.freed(pinOf(s.Site), s.Time)
	}
	kind, ok := moments[s.Action]
	if !ok {
		return
	}
	w.kind = kind
	if kind < StreamWaited {
		l.stream(s)
		c.keepWork(w)
		return
	}
	c.waited(l, w)
}

// freed keeps the time of a call that has freed memory, which a finding may name.
func (l *lane) freed(at pin, tick uint64) {
	if l.frees == nil || len(l.frees) == maxRecent {
		l.frees = map[pin]uint64{}
	}
	l.frees[at] = tick
}

// stream returns the stream of a step, created if needed.
func (l *lane) stream(s *gpu.Step) *rawStream {
	for len(l.streams) <= s.Stream {
		l.streams = append(l.streams, nil)
	}
	if l.streams[s.Stream] == nil {
		l.streams[s.Stream] = &rawStream{name: s.Name()}
	}
	return l.streams[s.Stream]
}

// queue adds work that the program has not waited for.
func (c *Collector) queue(s *rawStream, w rawWork) {
	if len(s.queued) == maxQueued {
		old := s.queued[0]
		old.end, old.open = w.start, true
		c.keepWork(old)
		s.queued = s.queued[1:]
	}
	s.queued = append(s.queued, w)
}

// waited ends the work that the program has waited for. The wait is a moment of each stream whose work it has ended,
// and of the stream that the program has named.
func (c *Collector) waited(l *lane, wait rawWork) {
	for number, s := range l.streams {
		if s == nil {
			continue
		}
		queued := len(s.queued)
		c.endWaited(l, s, number, wait.start)
		if len(s.queued) < queued || wait.kind == StreamWaited && wait.stream == int32(number) {
			w := wait
			w.stream = int32(number)
			c.keepWork(w)
		}
	}
}

// endWaited ends, at a tick, the work of a stream that the program has waited for.
func (c *Collector) endWaited(l *lane, s *rawStream, number int, at uint64) {
	left := s.queued[:0]
	for _, w := range s.queued {
		if !l.rank.GPU.Waited(number, w.piece) {
			left = append(left, w)
			continue
		}
		w.end = max(at, w.start)
		c.keepWork(w)
	}
	s.queued = left
}

// keepWork keeps work that findings name, and an even selection of other work and moments.
func (c *Collector) keepWork(w rawWork) {
	l := c.lanes[w.rank]
	if _, named := c.onStream[pinOf(w.site)]; named && w.kind < EventRecorded {
		l.streams[w.stream].named = append(l.streams[w.stream].named, w)
		return
	}
	if n, ok := c.work.wantsAny(); ok {
		c.work.keep(n, w)
	}
	if w.kind >= EventRecorded {
		return
	}
	if len(l.recent) < maxRecent {
		l.recent = append(l.recent, w)
		return
	}
	l.recent[l.oldest] = w
	l.oldest = (l.oldest + 1) % maxRecent
}

func pinOf(s tracker.Site) pin { return pin{s.Rank, s.Ring, s.Seq} }

// pinWork keeps the work that a call has put on a stream, or the time of a call that has freed memory; false: the call
// has done neither.
func (c *Collector) pinWork(l *lane, s tracker.Site) bool {
	at := pinOf(s)
	if _, known := c.onStream[at]; known {
		return true
	}
	is := func(w rawWork) bool { return pinOf(w.site) == at }
	for number, x := range l.streams {
		if x == nil {
			continue
		}
		if i := slices.IndexFunc(x.queued, is); i >= 0 {
			c.pins[at], c.onStream[at] = x.queued[i].start, int32(number)
			return true
		}
	}
	if i := slices.IndexFunc(l.recent, is); i >= 0 {
		w := l.recent[i]
		c.pins[at], c.onStream[at] = w.start, w.stream
		l.streams[w.stream].named = append(l.streams[w.stream].named, w)
		return true
	}
	t, freed := l.frees[at]
	if freed {
		c.pins[at] = t
	}
	return freed
}

// endWork ends, at tick now, the work that the program has not waited for.
func (c *Collector) endWork(l *lane, now uint64) {
	for _, s := range l.streams {
		if s == nil {
			continue
		}
		for _, w := range s.queued {
			w.end, w.open = max(now, w.start), true
			c.keepWork(w)
		}
		s.queued = nil
	}
}

// finishStreams gives the lanes their streams.
func (c *Collector) finishStreams(tl *Timeline) {
	at := map[int32]int{}
	for i := range tl.Lanes {
		l := &tl.Lanes[i]
		at[int32(l.Rank)] = i
		for _, s := range c.lanes[int32(l.Rank)].streams {
			out := Stream{}
			if s != nil {
				out.Name = s.name
				for _, w := range s.named {
					out.Work = append(out.Work, c.finishWork(w))
				}
				tl.WorkKept += len(s.named)
			}
			l.Streams = append(l.Streams, out)
		}
	}
	for _, k := range c.work.kept {
		if _, named := c.onStream[pinOf(k.link.site)]; named && k.link.kind < EventRecorded {
			continue
		}
		tl.WorkKept++
		s := &tl.Lanes[at[k.link.rank]].Streams[k.link.stream]
		s.Work = append(s.Work, c.finishWork(k.link))
	}
	for i := range tl.Lanes {
		for k := range tl.Lanes[i].Streams {
			slices.SortStableFunc(tl.Lanes[i].Streams[k].Work, func(a, b Work) int {
				return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
			})
		}
	}
	tl.WorkSeen = max(c.work.seen, int64(tl.WorkKept))
}

func (c *Collector) finishWork(w rawWork) Work {
	return Work{Kind: w.kind, Start: c.seconds(w.rank, w.start), End: c.seconds(w.rank, w.end),
		Kernel: c.labelText(w.kernel), Site: w.site, Open: w.open}
}

// Stream returns the number of the stream of a call that has put work on a stream, if a finding names the call.
func (tl *Timeline) Stream(s tracker.Site) (int, bool) {
	n, ok := tl.onStream[pinOf(s)]
	return int(n), ok
}
