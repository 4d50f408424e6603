package requests

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Request is a request that gomarmot follows, whatever call created it.
type Request struct {
	Made  tracker.Site   // the call that returned it
	Begun tracker.Site   // the start that made it active last; Made where it needs none
	Sem   *calls.Sem     // what Made means
	Win   *windows.Win   // of communication on a window
	File  *files.File    // of data access on a file
	On    tracker.Object // of messages and collective operations: the communicator
	// Active: the operation has begun, and no call has completed it. Requests that
	// are not persistent always are.
	Active bool
	// Done: MPI_Request_get_status has found the operation complete.
	Done bool
	// Cancelled: MPI_Cancel was called.
	Cancelled tracker.Site
	// Finished: MPI_Grequest_complete was called.
	Finished tracker.Site
	// Overwritten: this call stored its request in the same variable while this
	// one was active.
	Overwritten tracker.Site
	// Tested: the last test that found the operation pending.
	Tested tracker.Site
	// GivenUp is the MPI_Request_free that freed it while its operation may have been under way.
	GivenUp tracker.Site
	// Early are calls on File that require its requests to be complete, but came
	// while this one was pending; of several pending ones the oldest has them.
	Early []tracker.Site
	// WinFreed is the MPI_Win_free of Win that came while it was pending; Open:
	// while an epoch of Win was open, too.
	WinFreed tracker.Site
	// Disconnected is the MPI_Comm_disconnect of On that came while it was pending.
	Disconnected tracker.Site
	// Gone is the call before which a function returned that had a buffer of the request, which was not active; GoneArg
	// the argument of Made that is this buffer.
	Gone    tracker.Site
	GoneArg int8
	// GivenBack is the call that freed memory of the request, which was not active; GoneArg says which.
	GivenBack tracker.Site
	// Shared: another pending request has the same handle value, so which of
	// them a call completes is uncertain.
	Shared bool
	Open   bool
	Idle   bool // of RMA to MPI_PROC_NULL: MPI_Win_free need not wait for it
	// Makes is the communicator that MPI_Comm_idup makes; UsedEarly the first call on it
	// that came while the request was pending.
	Makes     *objects.Comm
	UsedEarly tracker.Site
	// Restarted: it was started while it was active. Open MPI may then give the second operation another handle.
	Restarted bool
	// Doubtful: a call that starts or completes it has failed, so it may be active or not.
	Doubtful bool
	// Parts are the partitions of a partitioned operation.
	Parts *Partitions

	Told     requestTold
	Receives bool     // it receives a message that it names the source of
	Sends    bool     // it sends a message from the buffer itself
	Combines bool     // a reduction by a function of the program
	Number   int32    // in the rank: one that has ended gives it to a new one
	Age      int64    // the requests of the rank before it
	next     *Request // the next one with the same handle
}

// requestTold is what ops have told other ranks of the operation of a request.
type requestTold struct {
	Send, Receive messages.Message
	Arrived       int64     // Head.N of the op.Arrive of a collective operation, or of the op.Access of RMA; of I/O Call.began
	On            *op.Place // of a collective operation: its communicator
	Touched       int64     // the number of its touches; 0: there are none
}

// Persistent reports whether the request is started by MPI_Start.
func (q *Request) Persistent() bool { return q.Sem.Persistent }

// Collective reports whether it stands for a collective operation of a communicator.
func (q *Request) Collective() bool {
	return q.Sem.Starts == calls.StartsCollective || q.Sem.Starts == calls.StartsMakeComm
}

// Room is what its operation may receive. Anyone: it names no source, or no tag.
func (q *Request) Room() (room *op.Data, anyone bool) {
	return &q.Told.Receive.Data, q.Receives && q.Told.Receive.Anyone()
}

// Pending reports whether its operation is not known to be complete.
func (q *Request) Pending() bool { return q.Active && !q.Done }

// underWay reports whether its operation is one on a message that may still use its buffer.
func (q *Request) underWay() bool {
	if !q.Pending() || q.Persistent() || q.Doubtful || !q.Cancelled.IsZero() || q.Win != nil || q.File != nil {
		return false
	}
	return q.Parts == nil && (q.Sends || q.Receives)
}

// Object is what its operation acts on.
func (q *Request) Object() tracker.Object {
	switch {
	case q.Win != nil:
		return q.Win.Object()
	case q.File != nil:
		return q.File.Object()
	}
	return q.On
}

// Count adds to the pending requests of the request's file.
func (q *Request) Count(n int) {
	if q.File != nil {
		q.File.Pending += n
	}
}

// Activate applies a call that starts persistent operations.
func (t *Requests) Activate(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if q := g.Request; q != nil && q.Persistent() {
			q.Restarted = q.Active
			q.Active, q.Done, q.Doubtful, q.Begun, q.Cancelled, q.Overwritten = true, false, false, c.Site, tracker.Site{}, tracker.Site{}
			q.Disconnected, q.Tested = tracker.Site{}, tracker.Site{}
			q.Parts.restart()
			q.Told.Receive.Cancelled = false
			t.memory.Start(q, c)
		}
	}
}

// DoubtAll applies a call that has failed to start requests, perhaps not all of them.
func (t *Requests) DoubtAll(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if q := g.Request; q != nil {
			q.Doubtful = true
		}
	}
}

// Disconnect notes an MPI_Comm_disconnect of a communicator that comes while requests of the communicator are pending.
func (t *Requests) Disconnect(on *objects.Comm, at tracker.Site) {
	if on == nil || on.ID == 0 || !on.Alive() {
		return
	}
	for _, q := range t.PendingOnes() {
		if q.Win == nil && q.File == nil && q.On.ID == on.ID && q.Disconnected.IsZero() {
			q.Disconnected = at
		}
	}
}

// FreedUnder notes an MPI_Win_free that comes while requests of the window are pending.
func (t *Requests) FreedUnder(w *windows.Win, at tracker.Site) {
	for _, q := range t.PendingOnes() {
		if q.Win == w && !q.Idle {
			q.WinFreed, q.Open = at, w.Start.Open || w.Post.Open || w.Passive()
		}
	}
}

// Cancel applies MPI_Cancel.
func (t *Requests) Cancel(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if g.Request != nil {
			g.Request.Cancelled = c.Site
			g.Request.Told.Receive.Cancelled = true
		}
	}
}

// Finish applies MPI_Grequest_complete.
func (t *Requests) Finish(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if g.Request != nil {
			g.Request.Finished = c.Site
		}
	}
}

// Complete applies a call that completes or gives up requests. One that failed
// ends all the requests it was given: what is uncertain never leads to a finding.
func (t *Requests) Complete(c *record.Call, a *Asked) {
	t.strange(a, t.null)
	if foundPending(c) {
		t.tested(c, a)
		return
	}
	d := t.Completed(c, a)
	for d.applies = true; d.Next(); {
		q := d.Request
		if !q.Done {
			q.Count(-1)
		}
		if d.Handle.many { // which one it was is uncertain
			for o := d.Handle.first; o != nil; o = o.next {
				t.memory.Stop(o)
			}
		}
		t.memory.Stop(q)
		switch {
		case c.Sem.Keeps && c.Ok():
			q.Done = true
		case q.Persistent() && c.Sem.Completes != calls.CompletesFree:
			q.Active, q.Doubtful = false, q.Doubtful || !c.Ok()
		case c.Ok():
			if c.Sem.Completes == calls.CompletesFree && q.underWay() && !d.Handle.many {
				t.memory.GiveUp(q, c.Site)
			}
			t.drop(d.Handle, c.Site)
		default:
			t.drop(d.Handle, tracker.Site{})
		}
	}
	if t.foundNoneActive(c) {
		t.endPersistent(a)
	}
	if a.aside {
		t.putBack(a)
	}
}

// Sharing returns the handle of a value if requests have it that can be told apart from a new one, and whether some
// are set aside.
func (t *Requests) Sharing(value int64) (h *handle, aside bool) {
	h = t.byHandle[value]
	if h == nil {
		return nil, false
	}
	if aside = h.aside > 0; h.first == nil || h.early > 0 {
		return nil, aside
	}
	return h, aside
}

// Has is how many requests of a handle the call was given.
func (a *Asked) Has(h *handle) (n int) {
	for i := range a.given {
		if a.given[i].handle == h {
			n++
		}
	}
	return n
}

// putBack puts requests back that a call, which has returned, was given and has not ended.
func (t *Requests) putBack(a *Asked) {
	a.aside = false
	for _, g := range a.given {
		if g.handle == nil || g.handle.of == nil {
			continue
		}
		g.handle.of.aside--
		if q := g.handle.first; q != nil {
			t.Add(g.value, q)
		}
	}
}

// foundPending reports whether a test has found that none of its requests is complete.
func foundPending(c *record.Call) bool {
	s := c.Sem
	if !s.Test() || !c.Ok() {
		return false
	}
	if s.Flag >= 0 {
		return c.OutWord(int(s.Flag)) == 0
	}
	return s.OutCount >= 0 && c.OutWord(int(s.OutCount)) == 0
}

// tested notes a test that has found its requests pending. Of requests with one handle value it may have tested any.
func (t *Requests) tested(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if g.Sure() {
			g.Request.Tested = c.Site
		}
	}
	if a.aside {
		t.putBack(a)
	}
}

// foundNoneActive reports whether a call that waits for one or some of its requests, or tests them,
// has returned that none of them is active.
func (t *Requests) foundNoneActive(c *record.Call) bool {
	s := c.Sem
	switch {
	case !c.Ok() || s.Keeps || s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0:
		return false
	case s.Completes == calls.CompletesAny:
		return c.OutWord(int(s.Index)) == t.flavour.Undefined
	case s.Completes == calls.CompletesSome:
		return c.OutWord(int(s.OutCount)) == t.flavour.Undefined
	}
	return false
}

// endPersistent takes the requests that a call was given for inactive: MPICH never tells that a
// persistent request to or from MPI_PROC_NULL is complete, but only that none is active.
func (t *Requests) endPersistent(a *Asked) {
	for g := a.Given(); g.Next(); {
		if q := g.Request; q != nil && q.Persistent() && q.Active && g.Sure() {
			if !q.Done {
				q.Count(-1)
			}
			t.memory.Stop(q)
			q.Active = false
		}
	}
}

// Given are the requests that a call was given, one by one.
type Given struct {
	// Request is the current one; nil if gomarmot follows none with its handle.
	Request *Request

	given []given
	at    int
}

// Asked are the requests that a call was given.
type Asked struct {
	given    []given
	resolved []given // what that storage holds of this call and earlier ones, as of so many changes of the rank's requests
	changes  int
	aside    bool // some of given are set aside
	shared   bool // given belongs to the thread (waited)
}

// given is one request that a call was given.
type given struct {
	value  int64
	handle *handle // nil: MPI_REQUEST_NULL, or unknown
}

// Resolve looks the requests up that a call was given. A program that waits for thousands of requests, one at a
// time, gives nearly the same ones to each call: where the one before had the same value, it is not looked up.
func (t *Requests) Resolve(c *record.Call, a *Asked) {
	if a.changes != t.changes {
		a.changes, a.resolved = t.changes, nil
	}
	before := a.resolved
	look := func(v int64) {
		i := len(a.given)
		if i < len(before) && before[i].value == v {
			a.given = append(a.given, before[i])
			return
		}
		a.given = append(a.given, given{v, t.byHandle[v]})
	}
	s := c.Sem
	if s.Requests < 0 {
		look(c.In[s.Request])
	} else {
		a := event.ArrayOf(c.InBlob, 0)
		for i := range a.Len() {
			look(a.At(i))
		}
	}
	if len(a.given) >= len(before) {
		a.resolved = a.given
	}
}

// Given returns the requests that the call was given.
func (a *Asked) Given() Given { return Given{given: a.given, at: -1} }

// Next goes on to the next request; false: there is none.
func (g *Given) Next() bool {
	g.at++
	if g.at >= len(g.given) {
		return false
	}
	g.Request = nil
	if h := g.given[g.at].handle; h != nil {
		g.Request = h.first
	}
	return true
}

// Index is the position of the current one.
func (g *Given) Index() int { return g.at }

// Handle is the value of the current one.
func (g *Given) Handle() int64 { return g.given[g.at].value }

// Strange reports whether no recorded call has returned the current one.
func (g *Given) Strange() bool {
	h := g.given[g.at].handle
	return h == nil || h.first == nil && h.made.IsZero()
}

// Sure reports whether the current one must be Request: no other request had the
// same value at the same time.
func (g *Given) Sure() bool { return g.Request != nil && !g.given[g.at].handle.many }

// Ended returns the request that had the value of the current one before, and the call
// that completed or freed it; ok is false if that is not certain, or another request
// has the value now.
func (g *Given) Ended() (made, ended tracker.Site, ok bool) {
	h := g.given[g.at].handle
	if h == nil || h.first != nil || h.many || h.ended.IsZero() {
		return made, ended, false
	}
	return h.made, h.ended, true
}

// Twice returns a request that the call was given twice, nil if there is none.
func (t *Requests) Twice(c *record.Call, a *Asked) *Request {
	if len(a.given) < 2 {
		return nil
	}
	t.pass++
	for g := a.Given(); g.Next(); {
		if g.Request == nil {
			continue
		}
		h := a.given[g.at].handle
		if h.pass == t.pass && g.Sure() {
			return g.Request
		}
		h.pass, h.cursor = t.pass, nil
	}
	return nil
}

// completedRequests are the followed requests that a call, about to be applied, completes or
// frees, one by one. After an error all of its requests count, because
// the program will not ask again.
type completedRequests struct {
	applies bool // each one is taken away before the next is asked for
	pass    int64
	given   []given
	picked  event.Array // positions in given, if some is true
	some    bool
	at, n   int // steps, in given or in picked
	Handle  *handle
	Request *Request
	Status  int // position of its status
}

func (t *Requests) Completed(c *record.Call, a *Asked) completedRequests {
	s := c.Sem
	t.pass++
	d := completedRequests{pass: t.pass, given: a.given, n: len(a.given)}
	switch {
	case s.Completes == calls.CompletesNone:
		d.n = 0
	case !c.Ok():
	case s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0:
		d.n = 0
	case s.Completes == calls.CompletesAny:
		i := c.OutWord(int(s.Index))
		d.n = 0
		if i >= 0 && i < int64(len(a.given)) { // MPI_UNDEFINED is negative
			d.at, d.n = int(i), int(i)+1
		}
	case s.Completes == calls.CompletesSome:
		d.some, d.picked = true, event.ArrayOf(c.OutBlob, 0)
		d.n = d.picked.Len()
	}
	return d
}

func (d *completedRequests) Next() bool {
	for d.at < d.n {
		d.Status = d.at
		d.at++
		if d.Handle = d.handleAt(d.Status); d.Handle == nil {
			continue
		}
		if d.Request = d.take(d.Handle); d.Request != nil {
			return true
		}
	}
	return false
}

// handleAt is the handle of the request of a step; nil: MPI_REQUEST_NULL, or unknown.
func (d *completedRequests) handleAt(step int) *handle {
	k := int64(step)
	if d.some {
		k = d.picked.At(step)
	}
	if k < 0 || k >= int64(len(d.given)) {
		return nil
	}
	return d.given[k].handle
}

// take returns the next request with the handle: a value that occurs twice stands for two
// of them.
func (d *completedRequests) take(h *handle) *Request {
	switch {
	case d.applies:
		if h.first == nil && h.early > 0 {
			h.early--
		}
		return h.first
	case h.pass != d.pass:
		h.pass, h.cursor = d.pass, h.first
		h.Mixed = h.Mixed || h.N > 1 && d.count(h) < h.N
	case h.cursor != nil:
		h.cursor = h.cursor.next
	}
	return h.cursor
}

// count is how many requests with the handle the call completes.
func (d *completedRequests) count(h *handle) (n int) {
	for step := d.Status; step < d.n; step++ {
		if d.handleAt(step) == h {
			n++
		}
	}
	return n
}

// Completing are the requests that a call completes, one by one.
type Completing struct {
	Request *Request // the current one
	d       completedRequests
}

// Next goes on to the next one; false: there is none.
func (x *Completing) Next() bool {
	for x.d.Next() {
		if x.Request = x.d.Request; x.Request.Pending() {
			return true
		}
	}
	return false
}

// CompletedBy returns the followed requests that call c, about to be applied,
// completes; those that were known to be complete are left out.
func (t *Requests) CompletedBy(c *record.Call, a *Asked) Completing {
	x := Completing{d: t.Completed(c, a)}
	if c.Sem.Test() && !c.Ok() {
		x.d.n = 0
	}
	return x
}

// NullHandle is MPI_REQUEST_NULL.
func (t *Requests) NullHandle() int64 { return t.null }

// maxEarly bounds the calls kept for one request.
const maxEarly = 8

// Early notes a call on a file that comes while requests of the file are pending.
// If a split collective is active, too, the fault is reported with that.
func (t *Requests) Early(c *record.Call, f *files.File) {
	if !f.Known() && f.Made.IsZero() {
		f.Made = c.Site
	}
	if f.Pending == 0 || !f.Alive() || !c.Sem.Idle || f.Active() != nil {
		return
	}
	for _, q := range t.PendingOnes() {
		if q.File == f && !q.Shared {
			if len(q.Early) < maxEarly {
				q.Early = append(q.Early, c.Site)
			}
			return
		}
	}
}

// GoesOn reports whether a data access that has returned was only begun.
func (t *Requests) GoesOn(c *record.Call) bool {
	return c.Sem.IO.Half == calls.SplitBegin || c.Sem.IO.Nonblocking && c.Request() != t.null
}

// Pending is an operation of a request that is not complete, other than a message.
type Pending struct {
	Made tracker.Site // the call that returned the request
	On   *op.Place    // of a collective operation, and of a partitioned one: the communicator; nil: of others
	// Count is when a collective operation arrived, in records of its rank; of a partitioned operation its
	// number, and Round how often it was started.
	Count, Round int64
	// Partitioned: Peer is the rank of the other end.
	Partitioned, Sends bool
	Peer               int32
}

// StandsFor describes what a request stands for that is not a message.
func (q *Request) StandsFor() Pending {
	p := Pending{Made: q.Made, On: q.Told.On, Count: q.Told.Arrived, Peer: op.AnySource}
	if m := q.Partitioned(); m.Partitioned != 0 {
		p.On, p.Count, p.Round, p.Partitioned, p.Sends, p.Peer = m.On, m.Partitioned, q.Parts.Round, true, m.Mode != calls.NoSend, m.Peer
	}
	return p
}

// Partitioned is the end of a message that a partitioned operation is.
func (q *Request) Partitioned() *messages.Message {
	if q.Told.Send.Partitioned != 0 {
		return &q.Told.Send
	}
	return &q.Told.Receive
}

// Count returns how many requests the call was given.
func (a *Asked) Count() int { return len(a.given) }

// Renew makes room for the requests of the next call.
func (a *Asked) Renew() {
	if a.shared {
		a.given, a.shared = a.resolved, false
	}
	a.given, a.aside = a.given[:0], false
}

// Release gives up what is kept for the next call.
func (a *Asked) Release() { a.given, a.resolved = nil, nil }
