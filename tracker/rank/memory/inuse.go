package memory

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// InUse is memory of an operation under way: MPI may read or write it until the
// operation is complete at this rank.
type InUse struct {
	call.Memory
	Sem *calls.Sem   // the call that has Arg
	By  tracker.Site // the call that began the operation
	// Request is that of the operation; nil: RMA without one, on Win.
	Request *requests.Request
	Win     *windows.Win
	// InCall: it is in use until By returns, which another thread has called.
	InCall bool

	returned bool   // that it was a local variable of a function that has returned has been said
	stored   bool   // a store to it, or that it was freed, has been recorded while it was under way
	since    uint64 // when By returned
	age      int64

	set        *extents   // nil: the operation is not under way
	at, node   int32      // its place there
	More       *InUse     // the operation's next buffer
	target     *unsettled // of RMA, and its neighbors there
	prev, next *InUse
}

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

// unsettled are the buffers of operations of a window to one target that no call has
// completed.
type unsettled struct {
	target int64
	first  *InUse
	listed bool // in unsettledByTarget.busy
}

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

// Hold keeps what the operation of a request uses, and begins it unless that needs a
// start. It takes all calls that complete requests to know how long.
func (m *Memory) Hold(c *call.Call, q *requests.Request) {
	if !m.reading.Watches(calls.FamilyMessages) {
		return
	}
	uses := m.Of(c)
	for i := len(uses) - 1; i >= 0; i-- {
		x := m.InUse.keep(c, &uses[i], q)
		m.InUse.has(q, x)
	}
	if q.Active {
		m.InUse.Start(q, &c.Call)
	}
}

// HoldRMA keeps the local buffers of a communication call on a window until it is
// complete.
func (m *Memory) HoldRMA(c *call.Call, q *requests.Request) {
	s, w := &m.InUse, c.Win
	if !w.Alive() || !w.Known() || c.RMA.Request && (q == nil || !m.reading.Watches(calls.FamilyMessages)) {
		return
	}
	s.begun++
	if !c.RMA.Request && (c.Sem.RMA == calls.RMAPut || c.Sem.RMA == calls.RMAAccumulate) {
		s.put(c)
		return
	}
	for i := range m.Of(c) {
		u := &c.Used.List[i]
		if u.Window || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.keep(c, u, q)
		if q != nil {
			s.has(q, x)
		}
		s.unsettledOf(w).add(x, c.RMA.Target)
		s.begin(x, &c.Call)
	}
}

// Start begins the operation of a request.
func (s *inUse) Start(q *requests.Request, c *record.Call) {
	s.begun++
	for x := s.Of(q); x != nil; x = x.More {
		if x.set == nil {
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
		if x.set != nil {
			x.set.remove(x)
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
		if x.set == nil {
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
	if x.set != nil {
		x.set.remove(x)
	}
	x.Request, x.target, x.More = nil, nil, s.free
	s.free = x
}

// unlink takes a buffer of RMA out of the list of its target.
func (x *InUse) unlink() {
	switch {
	case x.target == nil:
		return
	case x.prev != nil:
		x.prev.next = x.next
	default:
		x.target.first = x.next
	}
	if x.next != nil {
		x.next.prev = x.prev
	}
	x.target = nil
}

// Settle applies a call that completes the operations of a window, at this rank.
func (m *Memory) Settle(c *record.Call, w *windows.Win) {
	reach, all := c.Sem.Epoch.Settles()
	if reach == calls.NotSettled {
		return
	}
	target := int64(0)
	if !all {
		target = c.In[c.Sem.Target]
	}
	m.InUse.Settle(w, target, all)
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
			if x.set != nil {
				x.set.remove(x)
			}
			x.target = nil
		} else {
			s.drop(x)
		}
		x = next
	}
	h.first = nil
}
