package requests

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// Activate applies a call that starts persistent operations.
func (t *Requests) Activate(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if q := g.Request; q != nil && q.Persistent() {
			q.Restarted = q.Active
			q.Active, q.Done, q.Doubtful, q.Begun, q.Cancelled, q.Overwritten = true, false, false, c.Site,
				tracker.Site{}, tracker.Site{}
			q.Outlived.Disconnected = tracker.Site{}
			q.Parts.restart()
			q.Told.Receive.Cancelled = false
			t.memory.Start(q, c)
		}
	}
}

// DoubtAll applies a call that failed to start requests: some of them may have started.
func (t *Requests) DoubtAll(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		if q := g.Request; q != nil {
			q.Doubtful = true
		}
	}
}

// Disconnect notes an MPI_Comm_disconnect while requests of the communicator are pending.
func (t *Requests) Disconnect(on *objects.Comm, at tracker.Site) {
	if on == nil || on.ID == 0 || !on.Alive() {
		return
	}
	for _, q := range t.PendingOnes() {
		if q.Win == nil && q.File == nil && q.On.ID == on.ID && q.Outlived.Disconnected.IsZero() {
			q.Outlived.Disconnected, t.Outlives = at, true
		}
	}
}

// FreedUnder notes an MPI_Win_free while requests of the window are pending.
func (t *Requests) FreedUnder(w *windows.Win, at tracker.Site) {
	for _, q := range t.PendingOnes() {
		if q.Win == w && !q.Idle {
			q.Outlived.WinFreed, q.Outlived.Open = at, w.Start.Open || w.Post.Open || w.Passive()
			t.Outlives = true
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

// Complete applies a call that completes or frees requests. A call that failed ends all its requests, so that
// uncertainty never leads to a finding.
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
		if d.Handle.alone() {
			t.memory.Stop(q)
		} else {
			t.endOne(d.Handle)
		}
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

// Sharing returns the handle of a value if requests have it and all of them are known, and whether some requests with
// the value are set aside.
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

// putBack returns to their handle the requests that were set aside for a call and that the call has not ended.
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

// foundPending reports whether a test has found no request complete.
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

// tested notes a test that found its requests pending. If requests share a handle value, the test may have been of any
// of them.
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

// foundNoneActive reports whether a call that completes any or some of its requests has returned that none is active.
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

// endPersistent marks the requests of a call inactive. MPICH never reports that a persistent request to or from
// MPI_PROC_NULL is complete, but only that no request is active.
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

// Twice returns a request that appears twice among the arguments of the call; nil if there is none.
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

// CompletedBy returns the requests that call c, about to be applied, completes, without requests that were already
// complete.
func (t *Requests) CompletedBy(c *record.Call, a *Asked) Completing {
	x := Completing{d: t.Completed(c, a)}
	if c.Sem.Test() && !c.Ok() {
		x.d.n = 0
	}
	return x
}

// Early notes a call on a file while requests of the file are pending. If a split collective operation is active, too,
// the finding about that covers this call.
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
				q.Early, t.Outlives = append(q.Early, c.Site), true
			}
			return
		}
	}
}

// GoesOn reports whether a data access that has returned is still under way.
func (t *Requests) GoesOn(c *record.Call) bool {
	return c.Sem.IO.Half == calls.SplitBegin || c.Sem.IO.Nonblocking && c.Request() != t.null
}

// completedRequests iterates over the followed requests that a call, about to be applied, completes or frees. After an
// error it yields all requests of the call, because the program will not ask for them again.
type completedRequests struct {
	applies bool // the caller removes each request before it calls Next
	pass    int64
	given   []given
	picked  event.Array // positions in given, if some is true
	some    bool
	at, n   int // next position and number of positions, in picked if some is true, else in given
	Handle  *handle
	Request *Request
	Status  int // index of the request's status
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

// handleAt returns the handle at a position; nil: MPI_REQUEST_NULL, or unknown.
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

// take returns the next request with the handle: a value that occurs twice stands for two requests.
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

// count returns how many requests with the handle the call completes.
func (d *completedRequests) count(h *handle) (n int) {
	for step := d.Status; step < d.n; step++ {
		if d.handleAt(step) == h {
			n++
		}
	}
	return n
}

// Completing iterates over the pending requests that a call completes.
type Completing struct {
	Request *Request // the current request
	d       completedRequests
}

// Next goes on to the next request; false: there is none.
func (x *Completing) Next() bool {
	for x.d.Next() {
		if x.Request = x.d.Request; x.Request.Pending() {
			return true
		}
	}
	return false
}

// maxEarly bounds Request.Early.
const maxEarly = 8

// Arrived applies MPI_Parrived: it marks partitions of a receive that have arrived.
func (t *Requests) Arrived(c *record.Call, a *Asked) {
	found, i := c.OutWord(0) != 0, c.Arg("partition")
	for g := a.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil || !q.Receives || !c.Ok() {
			continue
		}
		q.Parts.Asked = AskedPart{c.Site, i, found}
		if found {
			q.Parts.Mark(i, c.Site)
		}
	}
}

// Ready applies a call that marks partitions ready.
func (t *Requests) Ready(c *record.Call, a *Asked) {
	for g := a.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil {
			continue
		}
		for m := c.Marks(); ; {
			i, ok := m.Next()
			if !ok {
				break
			}
			if !q.Parts.Has(i) || !c.Ok() {
				q.Parts.unsure = true
				break
			}
			if ready, _ := q.Parts.IsReady(i); ready {
				q.Parts.Repeated++
				q.Parts.Again = c.Site
			}
			q.Parts.Mark(i, c.Site)
		}
	}
}
