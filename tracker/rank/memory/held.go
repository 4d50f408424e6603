package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// inUse is the memory of a rank that operations under way use.
type inUse struct {
	reads, writes extents
	begun         int64 // number of operations so far
	clashed       int64 // begun at the last conflict with an operation
	free          *InUse
	putting       []*unsettledByTarget // windows that may have puts
	near          []*InUse             // result of the last search
	clash         Clash
	called        InUse // storage for clash.With if another thread is in the call
	meets         datatype.Meetings
	byte          *datatype.Type
	givenUp       []*InUse             // buffers of requests that were freed and may still be under way
	ofRequest     []*InUse             // by Request.Number: buffers of the operation, linked by More
	ofWindow      []*unsettledByTarget // by Win.Number
}

// maxHeld bounds the buffers of RMA operations that no call has completed; further buffers are not kept.
const maxHeld = 1 << 16

// unsettledByTarget holds the unsettled buffers of a window.
type unsettledByTarget struct {
	win  *windows.Win
	all  map[int64]*unsettled
	last *unsettled   // last result of to
	busy []*unsettled // targets that may have unsettled buffers

	puts    puts
	putting bool // in inUse.putting
}

func (h *unsettledByTarget) to(target int64) *unsettled {
	if h.last != nil && h.last.target == target {
		return h.last
	}
	x := h.all[target]
	if x == nil {
		if h.all == nil {
			h.all = map[int64]*unsettled{}
		}
		x = &unsettled{target: target}
		h.all[target] = x
	}
	h.last = x
	return x
}

// add adds a buffer of an operation to a target.
func (h *unsettledByTarget) add(x *InUse, target int64) {
	l := h.to(target)
	x.target, x.prev, x.next, l.first = l, nil, l.first, x
	if x.next != nil {
		x.next.prev = x
	}
	if !l.listed {
		l.listed = true
		h.busy = append(h.busy, l)
	}
}

// find returns the unsettled buffers of a target; nil if there were never any.
func (h *unsettledByTarget) find(target int64) *unsettled {
	if h.last != nil && h.last.target == target {
		return h.last
	}
	return h.all[target]
}

// keep returns an InUse for memory u of a call. It sets each field by itself: a log may need one for every record.
func (s *inUse) keep(c *call.Call, u *call.Memory, q *requests.Request) *InUse {
	x := s.new()
	x.Memory, x.Sem, x.Request, x.Win, x.More = *u, c.Sem, q, c.Win, nil
	if u.List != nil {
		x.List = &call.Blocks{Gaps: u.List.Gaps}
		u.List.Part.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			x.List.Kept = append(x.List.Kept, datatype.Buffer{Addr: addr, Count: n, Type: d})
			return true
		})
	}
	return x
}

// Of returns the first buffer of a request's operation; nil if there is none.
func (s *inUse) Of(q *requests.Request) *InUse {
	if int(q.Number) < len(s.ofRequest) {
		return s.ofRequest[q.Number]
	}
	return nil
}

// has adds a buffer to the operation of a request.
func (s *inUse) has(q *requests.Request, x *InUse) {
	for int(q.Number) >= len(s.ofRequest) {
		s.ofRequest = append(s.ofRequest, nil)
	}
	x.More, s.ofRequest[q.Number] = s.ofRequest[q.Number], x
}

// unsettled returns the unsettled buffers of a window; nil if there were never any.
func (s *inUse) unsettled(w *windows.Win) *unsettledByTarget {
	if int(w.Number) < len(s.ofWindow) {
		return s.ofWindow[w.Number]
	}
	return nil
}

// unsettledOf returns the unsettled buffers of a window, creating the list if needed.
func (s *inUse) unsettledOf(w *windows.Win) *unsettledByTarget {
	for int(w.Number) >= len(s.ofWindow) {
		s.ofWindow = append(s.ofWindow, nil)
	}
	if s.ofWindow[w.Number] == nil {
		s.ofWindow[w.Number] = &unsettledByTarget{}
	}
	s.ofWindow[w.Number].win = w
	return s.ofWindow[w.Number]
}

func (s *inUse) new() *InUse {
	x := s.free
	if x == nil {
		return &InUse{}
	}
	s.free = x.More
	return x
}

// Start begins the operation of a request.
func (s *inUse) Start(q *requests.Request, c *record.Call) {
	s.begun++
	for x := s.Of(q); x != nil; x = x.More {
		if !x.under {
			s.begin(x, c)
		}
	}
}

func (s *inUse) begin(x *InUse, by *record.Call) {
	x.By, x.since, x.age, x.stored, x.returned = by.Site, max(by.Time, by.End), s.begun, false, false
	x.GivenBack = tracker.Site{}
	s.setOf(x).add(x)
}

func (s *inUse) setOf(x *InUse) *extents {
	if x.Writes {
		return &s.writes
	}
	return &s.reads
}

// Stop ends the operation of a request, which may be started again.
func (s *inUse) Stop(q *requests.Request) {
	for x := s.Of(q); x != nil; x = x.More {
		if x.under {
			s.setOf(x).remove(x)
		}
	}
}

// GiveUp keeps the buffers of a request that is about to be freed, until a call may have shown the rank that the
// operation is complete.
func (s *inUse) GiveUp(q *requests.Request, by tracker.Site) {
	if len(s.givenUp) >= mostGivenUp || int(q.Number) >= len(s.ofRequest) {
		return
	}
	kept := *q
	kept.GivenUp = by
	for x := s.Of(q); x != nil; {
		next := x.More
		x.More, x.Request = nil, &kept
		if !x.under {
			s.setOf(x).add(x)
		}
		s.givenUp = append(s.givenUp, x)
		x = next
	}
	s.ofRequest[q.Number] = nil
}

// GivenUp reports whether there are operations whose requests were freed early.
func (s *inUse) GivenUp() bool { return len(s.givenUp) > 0 }

// mostGivenUp bounds the buffers in givenUp.
const mostGivenUp = 1 << 10

// Heard ends the operations in givenUp: the rank may have learnt that they are complete.
func (s *inUse) Heard() {
	for i, x := range s.givenUp {
		s.drop(x)
		s.givenUp[i] = nil
	}
	s.givenUp = s.givenUp[:0]
}

// Release ends the operation of a request for good.
func (s *inUse) Release(q *requests.Request) {
	for x := s.Of(q); x != nil; {
		next := x.More
		x.unlink()
		s.drop(x)
		x = next
	}
	if int(q.Number) < len(s.ofRequest) {
		s.ofRequest[q.Number] = nil
	}
}

// drop releases x, which no list holds any more, for reuse.
func (s *inUse) drop(x *InUse) {
	if x.under {
		s.setOf(x).remove(x)
	}
	x.Request, x.target, x.More = nil, nil, s.free
	s.free = x
}

func (s *inUse) Settle(w *windows.Win, target int64, all bool) {
	u := s.unsettled(w)
	if u == nil {
		return
	}
	if len(u.puts.list) > 0 && !u.puts.settle(target, all) {
		s.index(u)
	}
	if len(u.busy) == 0 {
		return
	}
	if !all {
		s.empty(u.find(target))
		return
	}
	for _, h := range u.busy {
		s.empty(h)
		h.listed = false
	}
	u.busy = u.busy[:0]
}

func (s *inUse) empty(h *unsettled) {
	if h == nil {
		return
	}
	for x := h.first; x != nil; {
		next := x.next
		if x.Request != nil { // the request's list holds it, too
			if x.under {
				s.setOf(x).remove(x)
			}
			x.target = nil
		} else {
			s.drop(x)
		}
		x = next
	}
	h.first = nil
}

// put keeps the origin buffer of a put or accumulate.
func (s *inUse) put(c *call.Call) {
	h, m := s.unsettledOf(c.Win), &c.RMA
	if len(h.puts.list) == maxHeld {
		return
	}
	if !h.putting {
		h.putting = true
		s.putting = append(s.putting, h)
	}
	p := &h.puts
	p.mixed = len(p.list) > 0 && (p.mixed || p.list[0].target != m.Target)
	n := len(p.list)
	if n == cap(p.list) {
		p.list = append(p.list, put{})
	}
	// Field by field: copying a struct that was just written in pieces would stall the processor.
	p.list = p.list[:n+1]
	x := &p.list[n]
	x.by.Rank, x.by.Call, x.by.Ring = c.Site.Rank, c.Site.Call, c.Site.Ring
	x.by.Seq, x.target = c.Site.Seq, m.Target
	x.by.Thread, x.addr = c.Site.Thread, m.Origin
	x.by.PC, x.count, x.typ, x.sem = c.Site.PC, m.OCount, m.OType, c.Sem
	x.since, x.age = max(c.Time, c.End), s.begun
}

// readsNear appends the buffers near [lo, hi) that operations read to out.
func (s *inUse) readsNear(lo, hi int64, out []*InUse) []*InUse {
	left := s.putting[:0]
	for _, h := range s.putting {
		if h.puts.near(lo, hi) {
			s.index(h)
		}
		if h.putting = len(h.puts.list) > 0; h.putting {
			left = append(left, h)
		}
	}
	s.putting = left
	return s.reads.near(lo, hi, out)
}

// index moves the puts of a window to reads, where they are found by address.
func (s *inUse) index(u *unsettledByTarget) {
	var c call.Call
	for i := range u.puts.list {
		p := &u.puts.list[i]
		c.Used.List = c.Used.List[:0]
		c.Use(p.sem.Origin.Addr, datatype.Buffer{Addr: p.addr, Count: p.count, Type: p.typ})
		if len(c.Used.List) == 0 || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.new()
		x.Memory, x.Sem, x.Request, x.Win, x.More = c.Used.List[0], p.sem, nil, u.win, nil
		x.By, x.since, x.age, x.stored = p.by, p.since, p.age, false
		x.GivenBack = tracker.Site{}
		u.add(x, p.target)
		s.reads.add(x)
	}
	u.puts.list = u.puts.list[:0]
}

// nearBy reports whether operations under way may use memory near [lo, hi) in conflict with an access.
func (s *inUse) nearBy(lo, hi int64, writes bool) bool {
	if s.writes.n > 0 && lo < s.writes.hi && s.writes.lo < hi {
		return true
	}
	return writes && (len(s.putting) > 0 || s.reads.n > 0 && lo < s.reads.hi && s.reads.lo < hi)
}
