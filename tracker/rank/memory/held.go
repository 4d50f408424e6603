package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// inUse is the memory of a rank that operations use.
type inUse struct {
	reads, writes extents
	begun         int64 // operations so far
	clashed       int64 // begun when something got in the way of an operation last
	free          *InUse
	putting       []*unsettledByTarget // those that may have puts
	near          []*InUse             // of the last search
	clash         Clash
	called        InUse // of a clash with a call that another thread is in
	meets         datatype.Meetings
	byte          *datatype.Type
	givenUp       []*InUse             // of requests that MPI_Request_free has freed, and of which nothing has told the rank that they are complete
	ofRequest     []*InUse             // by Request.number: what the operation uses, linked by more
	ofWindow      []*unsettledByTarget // by Win.number
}

// maxHeld bounds the buffers of RMA operations that no call has completed. Further
// ones are left out.
const maxHeld = 1 << 16

// unsettledByTarget are those of a window.
type unsettledByTarget struct {
	win  *windows.Win
	all  map[int64]*unsettled
	last *unsettled   // that was added to
	busy []*unsettled // those that may have some

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

// find returns those of a target, nil if there have been none.
func (h *unsettledByTarget) find(target int64) *unsettled {
	if h.last != nil && h.last.target == target {
		return h.last
	}
	return h.all[target]
}

// keep returns the memory in use of a call, for as long as the operation exists. It
// sets each field: there may be one for every record of a log.
func (s *inUse) keep(c *call.Call, u *call.Memory, q *requests.Request) *InUse {
	x := s.new()
	x.Memory, x.Sem, x.Request, x.Win, x.More = *u, c.Sem, q, c.Win, nil
	if u.List != nil {
		x.List = &call.Blocks{}
		u.List.Part.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			x.List.Kept = append(x.List.Kept, datatype.Buffer{Addr: addr, Count: n, Type: d})
			return true
		})
	}
	return x
}

// Of returns the first buffer that the operation of a request uses; nil if there is none.
func (s *inUse) Of(q *requests.Request) *InUse {
	if int(q.Number) < len(s.ofRequest) {
		return s.ofRequest[q.Number]
	}
	return nil
}

// has adds a buffer to those that the operation of a request uses.
func (s *inUse) has(q *requests.Request, x *InUse) {
	for int(q.Number) >= len(s.ofRequest) {
		s.ofRequest = append(s.ofRequest, nil)
	}
	x.More, s.ofRequest[q.Number] = s.ofRequest[q.Number], x
}

// unsettled returns what no call has completed of the operations of a window; nil if there have been none.
func (s *inUse) unsettled(w *windows.Win) *unsettledByTarget {
	if int(w.Number) < len(s.ofWindow) {
		return s.ofWindow[w.Number]
	}
	return nil
}

// unsettledOf returns the same, to be added to.
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

// GiveUp keeps what the operation of a request uses, which is about to be freed though it may be under way: until something may
// tell the rank that it is complete.
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

// GivenUp reports whether there are operations whose requests were given up.
func (s *inUse) GivenUp() bool { return len(s.givenUp) > 0 }

// mostGivenUp bounds the buffers that are kept of operations without a request.
const mostGivenUp = 1 << 10

// Heard ends the operations without a request: something may have told the rank that they are complete.
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

// drop gives up memory in use. No list has it any more.
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
		if x.Request != nil { // which has it in a list, too
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

// put notes the origin of a put or accumulate.
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
	// Field by field: copying what has just been written in pieces would make the processor wait.
	p.list = p.list[:n+1]
	x := &p.list[n]
	x.by.Rank, x.by.Call, x.by.Ring = c.Site.Rank, c.Site.Call, c.Site.Ring
	x.by.Seq, x.target = c.Site.Seq, m.Target
	x.by.Thread, x.addr = c.Site.Thread, m.Origin
	x.by.PC, x.count, x.typ, x.sem = c.Site.PC, m.OCount, m.OType, c.Sem
	x.since, x.age = max(c.Time, c.End), s.begun
}

// readsNear adds the buffers near [lo, hi) that operations read to out.
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

// index moves the puts of a window to where they are found by their addresses.
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
