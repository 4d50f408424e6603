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
	putting       []*Win   // those that may have puts
	near          []*InUse // of the last search
	clash         Clash
	called        InUse // of a clash with a call that another thread is in
	meets         datatype.Meetings
	byte          *datatype.Type
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
func (r *Rank) hold(c *Call, q *Request) {
	if !r.Watches(calls.FamilyMessages) {
		return
	}
	uses := r.memoryOf(c)
	for i := len(uses) - 1; i >= 0; i-- {
		x := r.memory.inUse.keep(c, &uses[i], q)
		x.more, q.memory = q.memory, x
	}
	if q.Active {
		r.memory.inUse.start(q, c)
	}
}

// holdRMA keeps the local buffers of a communication call on a window until it is
// complete.
func (r *Rank) holdRMA(c *Call, q *Request) {
	s, w := &r.memory.inUse, c.Win
	if !w.Alive() || !w.Known() || c.RMA.Request && (q == nil || !r.Watches(calls.FamilyMessages)) {
		return
	}
	s.begun++
	if !c.RMA.Request && (c.Sem.RMA == calls.RMAPut || c.Sem.RMA == calls.RMAAccumulate) {
		s.put(c)
		return
	}
	for i := range r.memoryOf(c) {
		u := &c.used.list[i]
		if u.Window || s.reads.n+s.writes.n >= maxHeld {
			continue
		}
		x := s.keep(c, u, q)
		if q != nil {
			x.more, q.memory = q.memory, x
		}
		w.unsettled.add(x, c.RMA.Target)
		s.begin(x, c)
	}
}

// start begins the operation of a request.
func (s *inUse) start(q *Request, c *Call) {
	s.begun++
	for x := q.memory; x != nil; x = x.more {
		if x.set == nil {
			s.begin(x, c)
		}
	}
}

func (s *inUse) begin(x *InUse, by *Call) {
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
	for x := q.memory; x != nil; x = x.more {
		if x.set != nil {
			x.set.remove(x)
		}
	}
}

// release ends the operation of a request for good.
func (s *inUse) release(q *Request) {
	for x := q.memory; x != nil; {
		next := x.more
		x.unlink()
		s.drop(x)
		x = next
	}
	q.memory = nil
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

// settle applies a call that completes the operations of its window, at this rank.
func (m *memory) settle(c *Call) {
	reach, all := c.Sem.Epoch.Settles()
	if reach == calls.NotSettled {
		return
	}
	target := int64(0)
	if !all {
		target = c.In[c.Sem.Target]
	}
	m.inUse.settle(c.Win, target, all)
}

func (s *inUse) settle(w *Win, target int64, all bool) {
	if len(w.unsettled.puts.list) > 0 && !w.unsettled.puts.settle(target, all) {
		s.index(w)
	}
	if len(w.unsettled.busy) == 0 {
		return
	}
	if !all {
		s.empty(w.unsettled.find(target))
		return
	}
	for _, h := range w.unsettled.busy {
		s.empty(h)
		h.listed = false
	}
	w.unsettled.busy = w.unsettled.busy[:0]
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
