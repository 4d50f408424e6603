package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// follow registers the request that a call has returned; nil if there is none.
func (r *Rank) follow(c *call.Call) *requests.Request {
	h := c.Request()
	if h == r.Requests.NullHandle() || c.Once {
		return nil
	}
	q := r.Requests.New()
	r.Requests.General = r.Requests.General || c.Sem.Starts == calls.StartsGeneral
	q.Made, q.Sem, q.Active = c.Site, c.Sem, !c.Sem.Persistent
	if q.Active {
		q.Begun = c.Site
	}
	if c.Sem.Partitioned {
		q.Parts, r.Requests.InParts = requests.NewPartitions(c.In[messages.PartitionsArg]), true
	}
	if r.Threads.FromC(c.Site) {
		r.Requests.Store(c.In[c.Sem.StartsArg], q)
	}
	if r.Threads.Several() {
		r.Requests.Threaded = true
		q.Shared = r.setAside(h, int(c.Site.Ring))
	}
	r.Requests.Add(h, q)
	if c.Sem.RMA == calls.NoRMA {
		q.Told.Touched = c.Told.Touched
		r.Memory.Hold(c, q)
	}
	if q.Persistent() {
		r.Memory.KeepInit(q)
	}
	return q
}

// followOn registers the request of a call on a window or a file.
func (r *Rank) followOn(c *call.Call, w *windows.Win, f *files.File) *requests.Request {
	q := r.follow(c)
	if q != nil {
		q.Win, q.File = w, f
		q.Count(1)
	}
	return q
}

// followComm registers the request of a message or of a collective operation.
func (r *Rank) followComm(c *call.Call) {
	q := r.follow(c)
	if q == nil {
		return
	}
	if c.Comm != nil {
		q.On = c.Comm.Object()
	}
	if messages.MessageParts[c.Kind] != messages.NoPart { // else Sent and Received are of an earlier call
		q.Told.Send, q.Told.Receive = c.Told.Sent, c.Told.Received
	}
	if q.Told.Arrived = c.Told.Arrived; q.Told.Arrived > 0 {
		q.Told.On = c.Comm.Place()
	}
	q.Combines = r.Objects.Combines(&c.Call)
	q.Receives = c.Sem.Source >= 0 && c.In[c.Sem.Source] != r.Flavour.ProcNull
	q.Sends = c.Sem.Dest >= 0 && c.In[c.Sem.Dest] != r.Flavour.ProcNull && c.Sem.Send != calls.SendBuffered
}

// setAside handles a new request whose handle value another request still has: the MPI library gives a handle out again
// before the call of another thread that completes or frees the old request has returned. setAside moves the requests
// of such a call out of the way, and reports whether there are such requests. The library side of gomarmot tells
// requests apart by handle value, so old and new are Shared.
func (r *Rank) setAside(value int64, ring int) bool {
	h, aside := r.Requests.Sharing(value)
	if h == nil {
		return aside
	}
	ends := func(o *call.Call) bool { // all requests with the handle, otherwise the call may end only some of them
		return o.Sem.Completes != calls.CompletesNone && !o.Sem.Keeps && o.Has(h) == h.N
	}
	o := r.Threads.OtherCall(ring, ends)
	if o == nil {
		return aside
	}
	r.Requests.SetAside(h, &o.Asked)
	return true
}
