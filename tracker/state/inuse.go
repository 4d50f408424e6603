package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// InUse is memory of an operation under way: MPI may read or write it until the
// operation is complete at this rank.
type InUse struct {
	Memory
	Sem *calls.Sem   // the call that has Arg
	By  tracker.Site // the call that began the operation
	// Request is that of the operation; nil: RMA without one, on Win.
	Request *Request
	Win     *Win
	// InCall: it is in use until By returns, which another thread has called.
	InCall bool

	returned bool   // that it was a local variable of a function that has returned has been said
	stored   bool   // a store to it, or that it was freed, has been recorded while it was under way
	since    uint64 // when By returned
	age      int64

	set        *extents   // nil: the operation is not under way
	at, node   int32      // its place there
	more       *InUse     // the operation's next buffer
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
	win  *Win
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
func (s *inUse) keep(c *Call, u *Memory, q *Request) *InUse {
	x := s.new()
	x.Memory, x.Sem, x.Request, x.Win, x.more = *u, c.Sem, q, c.Win, nil
	if u.list != nil {
		x.list = &blocks{}
		u.list.part.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			x.list.kept = append(x.list.kept, datatype.Buffer{Addr: addr, Count: n, Type: d})
			return true
		})
	}
	return x
}

// of returns the first buffer that the operation of a request uses; nil if there is none.
func (s *inUse) of(q *Request) *InUse {
	if int(q.number) < len(s.ofRequest) {
		return s.ofRequest[q.number]
	}
	return nil
}

// has adds a buffer to those that the operation of a request uses.
func (s *inUse) has(q *Request, x *InUse) {
	for int(q.number) >= len(s.ofRequest) {
		s.ofRequest = append(s.ofRequest, nil)
	}
	x.more, s.ofRequest[q.number] = s.ofRequest[q.number], x
}

// unsettled returns what no call has completed of the operations of a window; nil if there have been none.
func (s *inUse) unsettled(w *Win) *unsettledByTarget {
	if int(w.number) < len(s.ofWindow) {
		return s.ofWindow[w.number]
	}
	return nil
}

// unsettledOf returns the same, to be added to.
func (s *inUse) unsettledOf(w *Win) *unsettledByTarget {
	for int(w.number) >= len(s.ofWindow) {
		s.ofWindow = append(s.ofWindow, nil)
	}
	if s.ofWindow[w.number] == nil {
		s.ofWindow[w.number] = &unsettledByTarget{}
	}
	s.ofWindow[w.number].win = w
	return s.ofWindow[w.number]
}

func (s *inUse) new() *InUse {
	x := s.free
	if x == nil {
		return &InUse{}
	}
	s.free = x.more
	return x
}

// hold keeps what the operation of a request uses, and begins it unless that needs a
// start. It takes all calls that complete requests to know how long.
func (m *memory) hold(c *Call, q *Request) {
	if !m.reading.Watches(calls.FamilyMessages) {
		return
	}
	uses := m.of(c)
	for i := len(uses) - 1; i >= 0; i-- {
		x := m.inUse.keep(c, &uses[i], q)
		m.inUse.has(q, x)
	}
	if q.Active {
		m.inUse.start(q, &c.recorded)
	}
}

// holdRMA keeps the local buffers of a communication call on a window until it is
// complete.
func (m *memory) holdRMA(c *Call, q *Request) {
	s, w := &m.inUse, c.Win
	if !w.Alive() || !w.Known() || c.RMA.Request && (q == nil || !m.reading.Watches(calls.FamilyMessages)) {
		return
	}
	s.begun++
	if !c.RMA.Request && (c.Sem.RMA == calls.RMAPut || c.Sem.RMA == calls.RMAAccumulate) {
		s.put(c)
		return
	}
	for i := range m.of(c) {
		u := &c.used.list[i]
		if u.Window || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.keep(c, u, q)
		if q != nil {
			s.has(q, x)
		}
		s.unsettledOf(w).add(x, c.RMA.Target)
		s.begin(x, &c.recorded)
	}
}

// start begins the operation of a request.
func (s *inUse) start(q *Request, c *recorded) {
	s.begun++
	for x := s.of(q); x != nil; x = x.more {
		if x.set == nil {
			s.begin(x, c)
		}
	}
}

func (s *inUse) begin(x *InUse, by *recorded) {
	x.By, x.since, x.age, x.stored, x.returned = by.Site, max(by.Time, by.End), s.begun, false, false
	s.setOf(x).add(x)
}

func (s *inUse) setOf(x *InUse) *extents {
	if x.Writes {
		return &s.writes
	}
	return &s.reads
}

// stop ends the operation of a request, which may be started again.
func (s *inUse) stop(q *Request) {
	for x := s.of(q); x != nil; x = x.more {
		if x.set != nil {
			x.set.remove(x)
		}
	}
}

// giveUp keeps what the operation of a request uses, which is about to be freed though it may be under way: until something may
// tell the rank that it is complete.
func (s *inUse) giveUp(q *Request, by tracker.Site) {
	if len(s.givenUp) >= mostGivenUp || int(q.number) >= len(s.ofRequest) {
		return
	}
	kept := *q
	kept.GivenUp, kept.next = by, nil
	for x := s.of(q); x != nil; {
		next := x.more
		x.more, x.Request = nil, &kept
		if x.set == nil {
			s.setOf(x).add(x)
		}
		s.givenUp = append(s.givenUp, x)
		x = next
	}
	s.ofRequest[q.number] = nil
}

// mostGivenUp bounds the buffers that are kept of operations without a request.
const mostGivenUp = 1 << 10

// heard ends the operations without a request: something may have told the rank that they are complete.
func (s *inUse) heard() {
	for i, x := range s.givenUp {
		s.drop(x)
		s.givenUp[i] = nil
	}
	s.givenUp = s.givenUp[:0]
}

// mayHear reports whether a rank may learn by a call what others have done: by all but those that only start operations on
// messages, or give them up.
func mayHear(s *calls.Sem) bool {
	switch {
	case s.Completes == calls.CompletesFree, s.Step == calls.RequestActivate, s.Step == calls.RequestReady:
		return false
	}
	return s.Starts != calls.StartsMessage && s.Starts != calls.StartsCollective
}

// release ends the operation of a request for good.
func (s *inUse) release(q *Request) {
	for x := s.of(q); x != nil; {
		next := x.more
		x.unlink()
		s.drop(x)
		x = next
	}
	if int(q.number) < len(s.ofRequest) {
		s.ofRequest[q.number] = nil
	}
}

// drop gives up memory in use. No list has it any more.
func (s *inUse) drop(x *InUse) {
	if x.set != nil {
		x.set.remove(x)
	}
	x.Request, x.target, x.more = nil, nil, s.free
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

// settle applies a call that completes the operations of a window, at this rank.
func (m *memory) settle(c *recorded, w *Win) {
	reach, all := c.Sem.Epoch.Settles()
	if reach == calls.NotSettled {
		return
	}
	target := int64(0)
	if !all {
		target = c.In[c.Sem.Target]
	}
	m.inUse.settle(w, target, all)
}

func (s *inUse) settle(w *Win, target int64, all bool) {
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
