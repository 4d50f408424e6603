package requests

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Limits on what is kept for requests that are never completed.
const (
	maxHandles = 1 << 16 // values
	maxSame    = 1 << 12 // requests per value
	maxPlaces  = 8       // places per value
)

// Overwrites reports whether a call stores its request in the variable that still holds request q.
func (t *Requests) Overwrites(c *record.Call, q *Request) bool {
	if c.Sem.StartsOut < 0 {
		return false
	}
	addr := c.In[c.Sem.StartsArg]
	v := t.stored.at(addr)
	return v != nil && v.addr == addr && v.request == q && v.age == q.Age
}

// New returns a cleared request.
func (t *Requests) New() *Request {
	for q := t.ended; q != nil; q = t.ended {
		t.ended = q.next
		q.next, t.free = t.free, q
	}
	q := t.free
	if q == nil {
		t.numbers++
		q = &Request{Number: t.numbers}
	} else {
		t.free = q.next
		*q = Request{Early: q.Early[:0], Number: q.Number}
	}
	t.made++
	q.Age = t.made
	return q
}

// Store notes the variable in which a new request is stored, and whether the variable still held another active
// request. The cache is small, as loops use the same variables.
func (t *Requests) Store(addr int64, q *Request) {
	if t.stored == nil {
		t.stored = &variables{}
	}
	v := t.stored.at(addr)
	if o := v.request; o != nil && v.addr == addr && o.Age == v.age && o.Active && o.Overwritten.IsZero() {
		o.Overwritten = q.Made
	}
	*v = variable{addr, q.Age, q}
}

// Add registers a request under a handle value.
func (t *Requests) Add(value int64, q *Request) {
	if t.byHandle == nil {
		t.byHandle = map[int64]*handle{}
	}
	h := t.byHandle[value]
	if h == nil {
		if len(t.byHandle) >= maxHandles {
			t.spill()
		}
		h = &handle{}
		t.byHandle[value] = h
		t.changes++
	}
	h.N++
	if h.first == nil {
		t.counted(h, -h.waited)
		t.endTwins(h)
		h.first, h.last, h.from, h.Mixed = q, q, append(h.from[:0], q.Made), false
		h.overwritten.made, h.overwritten.by = tracker.Site{}, tracker.Site{}
		return
	}
	h.many, h.first.Shared, q.Shared = true, true, true
	h.last.next, h.last = q, q
	if len(h.from) < maxPlaces && !slices.ContainsFunc(h.from, func(s tracker.Site) bool { return s.PC == q.Made.PC }) {
		h.from = append(h.from, q.Made)
	}
	if h.N > maxSame {
		h.first.Count(-1)
		t.drop(h, tracker.Site{})
		h.early++
	}
}

// SetAside gives each request of a handle a handle of its own, which only the call of a knows.
func (t *Requests) SetAside(h *handle, a *Asked) {
	for k := range a.given {
		if g := &a.given[k]; g.handle == h {
			q := h.first
			h.first, q.next, q.Shared = q.next, nil, true
			if q.Twins != nil {
				q.Twins = nil
				t.memory.Stop(q)
			}
			g.handle = &handle{first: q, last: q, N: 1, from: []tracker.Site{q.Made}, of: h, many: true}
			if a.shared {
				h.waited--
				g.handle.waited++
			}
		}
	}
	t.endTwins(h)
	t.counted(h, h.waited)
	h.aside += h.N
	h.N, h.many, a.aside = 0, true, true
	t.changes++ // no call finds the new handles
}

// drop removes the oldest request with the handle. by is the call that ended it; zero: uncertain.
func (t *Requests) drop(h *handle, by tracker.Site) {
	q := t.end(h)
	if q.Shared && !q.Overwritten.IsZero() && h.overwritten.by.IsZero() {
		h.overwritten.made, h.overwritten.by = q.Made, q.Overwritten
	}
	h.made, h.ended = q.Made, by
	t.counted(h, h.waited)
	h.N--
}

// end removes the oldest request from a handle.
func (t *Requests) end(h *handle) *Request {
	q := h.first
	h.first = q.next
	q.Active, q.Age = false, 0
	t.endMaking(q)
	if q.Twins != nil && h.first != nil && q.Twins.keep(q) {
		return q
	}
	t.retire(q)
	if h.first == nil {
		t.endTwins(h)
	}
	return q
}

// retire ends the use of a request's buffers, and of the request itself.
func (t *Requests) retire(q *Request) {
	t.memory.Release(q)
	q.next, t.ended = t.ended, q
}

// alone reports whether the handle has had one request only since no request had it.
func (h *handle) alone() bool { return h.twins == nil && h.first.next == nil }

// endOne applies the completion of one of the requests that have a handle, or have had it; it is uncertain which. The
// requests of programs with several threads, and persistent requests, count as complete with the first.
func (t *Requests) endOne(h *handle) {
	if h.twins == nil {
		if h.twins = h.spare; h.twins == nil {
			h.twins = &Twins{}
		}
	}
	h.twins.Complete++
	stop := t.Threaded
	for q := h.first; q != nil; q = q.next {
		stop = stop || q.Persistent()
	}
	for q := h.first; q != nil; q = q.next {
		if q.Twins = h.twins; stop {
			t.memory.Stop(q)
		}
	}
}

// endTwins ends the uses of the buffers of a handle's former requests: no request has the handle.
func (t *Requests) endTwins(h *handle) {
	if h.twins == nil {
		return
	}
	for q := h.twins.over; q != nil; {
		next := q.next
		t.retire(q)
		q = next
	}
	*h.twins = Twins{Uses: h.twins.Uses[:0]}
	h.spare, h.twins = h.twins, nil
}

// strange notes whether a call completes unknown requests: they may be requests counted in piles.
func (t *Requests) strange(a *Asked, null int64) {
	if len(t.piles) == 0 || t.doubt {
		return
	}
	for _, g := range a.given {
		t.doubt = t.doubt || g.value != null && (g.handle == nil || g.handle.first == nil)
	}
}

func (t *Requests) Forget() {
	for _, h := range t.byHandle {
		if h.first != nil {
			t.vain += h.waited
		}
		for h.first != nil {
			t.end(h)
		}
		h.last, h.early, h.N = nil, 0, 0
		h.ended = tracker.Site{}
	}
	t.memory.Heard()
	clear(t.byHandle)
	t.changes++
	clear(t.piles)
	t.stored = nil
}

// spill makes room: it deletes values without requests, then moves the oldest requests to piles, which keep only their
// number.
func (t *Requests) spill() {
	t.changes++
	var all []int64
	for value, h := range t.byHandle {
		switch {
		case h.first == nil && h.early == 0:
			delete(t.byHandle, value)
		case h.N == 1 && !h.many:
			all = append(all, value)
		}
	}
	if len(all) < maxHandles/2 {
		return
	}
	slices.SortFunc(all, func(a, b int64) int { return cmp.Compare(t.byHandle[a].first.Age, t.byHandle[b].first.Age) })
	for _, value := range all[:len(all)/2] {
		h := t.byHandle[value]
		if t.piles == nil {
			t.piles = map[pile]*Lost{}
		}
		addTo(t.piles, h.first, 1)
		h.first.Count(-1)
		t.drop(h, tracker.Site{})
		delete(t.byHandle, value)
	}
}

func addTo(piles map[pile]*Lost, q *Request, n int64) {
	k := pile{q.Made.PC, q.Made.Call, q.Active, q.Done}
	l := piles[k]
	switch {
	case l == nil:
		l = &Lost{First: *q}
		piles[k] = l
	case q.Age < l.First.Age:
		l.First = *q
	}
	l.Count += n
	if !q.Tested.IsZero() {
		l.Tested += n
	}
}

// Lost returns the requests that were not completed and freed, grouped by the place in the program that created them.
func (t *Requests) Lost() []Lost {
	piles := map[pile]*Lost{}
	if !t.doubt {
		for k, l := range t.piles {
			c := *l
			piles[k] = &c
		}
	}
	var out []Lost
	for _, h := range t.byHandle {
		switch {
		case h.first == nil:
		case len(h.from) > 1:
			out = append(out, Lost{First: *h.first, Count: int64(h.N) + h.early, Among: h.others()})
		default:
			for q := h.first; q != nil; q = q.next {
				addTo(piles, q, 1)
			}
			h.nameOverwritten(piles)
			if h.early > 0 {
				addTo(piles, h.first, h.early)
			}
		}
	}
	for _, l := range piles {
		out = append(out, *l)
	}
	slices.SortFunc(out, func(a, b Lost) int { return cmp.Compare(a.First.Age, b.First.Age) })
	return out
}

// nameOverwritten lets a lost request stand for another request with the value, whose variable was overwritten.
func (h *handle) nameOverwritten(piles map[pile]*Lost) {
	q := h.first
	l := piles[pile{q.Made.PC, q.Made.Call, q.Active, q.Done}]
	if o := h.overwritten; !o.by.IsZero() && o.made.PC == q.Made.PC && l.First.Age == q.Age && q.Overwritten.IsZero() {
		l.First.Made, l.First.Overwritten = o.made, o.by
	}
}

// Combining returns the oldest reduction that is under way, or that call c starts, whose operation is a function of the
// program; nil if there is none.
func (t *Requests) Combining(c *record.Call, a *Asked) *Request {
	var oldest *Request
	older := func(q *Request) {
		if q != nil && q.Combines && (oldest == nil || q.Age < oldest.Age) {
			oldest = q
		}
	}
	for _, h := range t.byHandle {
		for q := h.first; q != nil; q = q.next {
			if q.Pending() {
				older(q)
			}
		}
	}
	if c.Sem.Step == calls.RequestActivate {
		for g := a.Given(); g.Next(); {
			older(g.Request)
		}
	}
	return oldest
}

// PendingOnes returns the requests whose operations are not known to be complete, in order of creation.
func (t *Requests) PendingOnes() []*Request {
	var out []*Request
	for _, h := range t.byHandle {
		for q := h.first; q != nil; q = q.next {
			if q.Pending() {
				out = append(out, q)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Request) int { return cmp.Compare(a.Age, b.Age) })
	return out
}
