package state

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// Request is a request that gomarmot follows, whatever call created it.
type Request struct {
	Made  tracker.Site   // the call that returned it
	Begun tracker.Site   // the start that made it active last; Made where it needs none
	Sem   *calls.Sem     // what Made means
	Win   *Win           // of communication on a window
	File  *File          // of data access on a file
	On    tracker.Object // of messages and collective operations: the communicator
	// Active: the operation has begun, and no call has completed it. Requests that
	// are not persistent always are.
	Active bool
	// Done: MPI_Request_get_status has found the operation complete.
	Done bool
	// Cancelled: MPI_Cancel was called.
	Cancelled tracker.Site
	// Early are calls on File that require its requests to be complete, but came
	// while this one was pending; of several pending ones the oldest has them.
	Early []tracker.Site
	// WinFreed is the MPI_Win_free of Win that came while it was pending; Open:
	// while an epoch of Win was open, too.
	WinFreed tracker.Site
	// Shared: another pending request has the same handle value, so which of
	// them a call completes is uncertain.
	Shared bool
	Open   bool
	Idle   bool // of RMA to MPI_PROC_NULL: MPI_Win_free need not wait for it

	send, receive message
	next          *Request // the next one with the same handle
}

// Persistent reports whether the request is started by MPI_Start.
func (q *Request) Persistent() bool { return q.Sem.Persistent }

// requests are a rank's requests by handle. Those that a call has ended are used
// again, but not before the next call.
type requests struct {
	byHandle map[int64]*Request // the oldest with the handle
	free     *Request           // by next
	ended    *Request           // by the last call: rules may still look at them
}

// new returns a request to be filled in.
func (t *requests) new() *Request {
	for q := t.ended; q != nil; q = t.ended {
		t.ended = q.next
		q.next, t.free = t.free, q
	}
	q := t.free
	if q == nil {
		return &Request{}
	}
	t.free = q.next
	*q = Request{Early: q.Early[:0]}
	return q
}

// get returns the oldest request with the handle, nil if there is none.
func (t *requests) get(handle int64) *Request { return t.byHandle[handle] }

// add adds a request. An MPI library may return one handle value for many requests, such
// as one for all that are complete already: then only their number is known,
// and they complete in the order of creation.
func (t *requests) add(handle int64, q *Request) {
	if t.byHandle == nil {
		t.byHandle = map[int64]*Request{}
	}
	first := t.byHandle[handle]
	if first == nil {
		t.byHandle[handle] = q
		return
	}
	for o := first; ; o = o.next {
		o.Shared, q.Shared = true, true
		if o.next == nil {
			o.next = q
			return
		}
	}
}

// drop takes away the oldest request with the handle.
func (t *requests) drop(handle int64) {
	q := t.byHandle[handle]
	if q.next == nil {
		delete(t.byHandle, handle)
	} else {
		t.byHandle[handle] = q.next
	}
	q.next, t.ended = t.ended, q
}

func (t *requests) forget() { clear(t.byHandle) }

// count adds to the pending requests of the request's object.
func (q *Request) count(n int) {
	switch {
	case q.File != nil:
		q.File.Pending += n
	case q.Win != nil:
		q.Win.Pending += n
	}
}

// follow adds the request that a call has returned.
func (r *Rank) follow(c *Call) *Request {
	h := c.request()
	if h == r.requestNull || c.once {
		return nil
	}
	q := r.reqs.new()
	q.Made, q.Sem, q.Active = c.Site, c.Sem, !c.Sem.Persistent
	if q.Active {
		q.Begun = c.Site
	}
	r.reqs.add(h, q)
	return q
}

// followOn adds the request of a call on a window or a file.
func (r *Rank) followOn(c *Call, w *Win, f *File) *Request {
	q := r.follow(c)
	if q != nil {
		q.Win, q.File = w, f
		q.count(1)
	}
	return q
}

// followComm adds the request of a message or of a collective operation.
func (r *Rank) followComm(c *Call) {
	q := r.follow(c)
	if q == nil {
		return
	}
	if c.Comm != nil {
		q.On = c.Comm.Object()
	}
	q.send, q.receive = c.sent, c.received
}

// activate applies a call that starts persistent operations.
func (r *Rank) activate(c *Call) {
	for g := r.given(c); g.next(); {
		if q := r.reqs.get(g.handle); q != nil && q.Persistent() {
			q.Active, q.Done, q.Begun, q.Cancelled = true, false, c.Site, tracker.Site{}
		}
	}
}

// cancel applies MPI_Cancel.
func (r *Rank) cancel(c *Call) {
	if q := r.reqs.get(c.In[c.Sem.Request]); q != nil {
		q.Cancelled = c.Site
	}
}

// complete applies a call that completes or gives up requests. One that failed
// ends all the requests it was given: what is uncertain never leads to a finding.
func (r *Rank) complete(c *Call) {
	for d := r.completed(c); d.next(); {
		q := d.request
		if !q.Done {
			q.count(-1)
		}
		switch {
		case c.Sem.Completes == calls.CompletesStatus && c.ok():
			q.Done = true
		case q.Persistent() && c.Sem.Completes != calls.CompletesFree:
			q.Active = false
		default:
			r.reqs.drop(d.handle)
		}
	}
}

// givenRequests are the requests that a call was given, one by one.
type givenRequests struct {
	one    int64
	array  event.Array
	n, at  int
	handle int64 // of the current one
}

func (r *Rank) given(c *Call) givenRequests {
	if s := c.Sem; s.Requests < 0 {
		return givenRequests{one: c.In[max(s.Request, 0)], n: 1, at: -1}
	}
	a := event.ArrayOf(c.InBlob, 0)
	return givenRequests{array: a, n: a.Len(), at: -1}
}

func (g *givenRequests) next() bool {
	g.at++
	if g.at >= g.n {
		return false
	}
	g.handle = g.one
	if g.array.Len() > 0 {
		g.handle = g.array.At(g.at)
	}
	return true
}

// completedRequests are the followed requests that a call, about to be applied, completes or
// frees, one by one. After an error all of its requests count, because
// the program will not ask again.
type completedRequests struct {
	r       *Rank
	given   givenRequests
	picked  event.Array // positions in given, if some is true
	some    bool
	step    int // in picked
	handle  int64
	request *Request
	status  int // position of its status
}

func (r *Rank) completed(c *Call) completedRequests {
	s := c.Sem
	d := completedRequests{r: r, given: r.given(c), status: -1}
	switch {
	case len(r.reqs.byHandle) == 0 || s.Completes == calls.CompletesNone:
		d.given.n = 0
	case !c.ok():
	case s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0:
		d.given.n = 0
	case s.Completes == calls.CompletesAny:
		d.given.pick(c.OutWord(int(s.Index)))
	case s.Completes == calls.CompletesSome:
		d.some, d.picked = true, event.ArrayOf(c.OutBlob, 0)
	}
	return d
}

// pick leaves only the request at a position, or none.
func (g *givenRequests) pick(i int64) {
	if i < 0 || i >= int64(g.n) { // MPI_UNDEFINED is negative
		g.n = 0
		return
	}
	g.one, g.array, g.n = g.array.At(int(i)), nil, 1
}

func (d *completedRequests) next() bool {
	for d.advance() {
		d.handle, d.request = d.given.handle, d.r.reqs.get(d.given.handle)
		if d.request != nil {
			return true
		}
	}
	return false
}

func (d *completedRequests) advance() bool {
	d.status++
	if !d.some {
		return d.given.next()
	}
	for d.step < d.picked.Len() {
		i := d.picked.At(d.step)
		d.step++
		if i >= 0 && i < int64(d.given.n) {
			d.given.handle = d.given.array.At(int(i))
			return true
		}
		d.status++
	}
	return false
}

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (r *Rank) CompletedBy(c *Call) []*Request {
	if c.Sem.Test() && !c.ok() {
		return nil
	}
	var out []*Request
	for d := r.completed(c); d.next(); {
		if !d.request.Done {
			out = append(out, d.request)
		}
	}
	return out
}

// PendingRequests returns the followed requests whose operations are not known to
// be complete, in order of the calls that created them.
func (r *Rank) PendingRequests() []*Request {
	return r.requestsThat(func(q *Request) bool { return q.Active && !q.Done })
}

// Requests returns all followed requests, in order of the calls that created them.
func (r *Rank) Requests() []*Request { return r.requestsThat(func(*Request) bool { return true }) }

func (r *Rank) requestsThat(keep func(*Request) bool) []*Request {
	var out []*Request
	for _, q := range r.reqs.byHandle {
		for ; q != nil; q = q.next {
			if keep(q) {
				out = append(out, q)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Request) int {
		return cmp.Or(cmp.Compare(a.Made.Thread, b.Made.Thread), cmp.Compare(a.Made.Seq, b.Made.Seq))
	})
	return out
}

// RequestOf returns the request of a handle, nil if gomarmot follows none.
func (r *Rank) RequestOf(h int64) *Request { return r.reqs.get(h) }
