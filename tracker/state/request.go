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
	Made tracker.Site
	Win  *Win  // of communication on a window
	File *File // of data access on a file
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
}

// complete applies a call that completes or gives up requests. One that failed
// ends all the requests it was given: what is uncertain never leads to a finding.
func (r *Rank) complete(c *Call) {
	if len(r.reqs) == 0 {
		return
	}
	for _, h := range c.completes() {
		r.end(h)
	}
}

// end takes away the oldest pending request with the handle.
func (r *Rank) end(h int64) {
	list := r.reqs[h]
	switch {
	case len(list) == 0:
		return
	case len(list) == 1:
		delete(r.reqs, h)
	default:
		r.reqs[h] = list[1:]
	}
	list[0].count(-1)
}

// follow adds the request that a call returned. An MPI library may return one
// handle value for many requests, such as one for all that are complete already:
// then only their number is known, and they complete in the order of creation.
func (r *Rank) follow(h int64, q *Request) {
	list := r.reqs[h]
	if len(list) > 0 {
		q.Shared = true
		for _, o := range list {
			o.Shared = true
		}
	}
	r.reqs[h] = append(list, q)
	q.count(1)
}

// count adds to the pending requests of the request's object.
func (q *Request) count(n int) {
	if q.File != nil {
		q.File.Pending += n
	} else {
		q.Win.Pending += n
	}
}

// CompletedBy returns the followed requests that call c, about to be applied,
// completes.
func (r *Rank) CompletedBy(c *Call) []*Request {
	if len(r.reqs) == 0 || c.Sem.Test() && !c.ok() {
		return nil
	}
	var out []*Request
	for _, h := range c.completes() {
		if list := r.reqs[h]; len(list) > 0 {
			out = append(out, list[0])
		}
	}
	return out
}

// completes lists the handles of the requests that a call which has returned
// completes. After an error all of its requests count, because the program will
// not ask again.
func (c *Call) completes() []int64 {
	s := c.Sem
	given := c.In[max(s.Request, 0) : max(s.Request, 0)+1]
	if s.Requests >= 0 {
		given = nil
		if a := event.Arrays(c.InBlob); len(a) > 0 {
			given = a[0]
		}
	}
	switch {
	case s.Completes == calls.CompletesNone:
		return nil
	case !c.ok():
		return given
	case s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0:
		return nil
	case s.Completes == calls.CompletesAny:
		return pick(given, c.OutWord(int(s.Index)))
	case s.Completes == calls.CompletesSome:
		if a := event.Arrays(c.OutBlob); len(a) > 0 {
			return pick(given, a[0]...)
		}
		return nil
	}
	return given
}

// pick returns the handles at the positions, those beyond the array left out:
// MPI_UNDEFINED is negative.
func pick(handles []int64, at ...int64) []int64 {
	var out []int64
	for _, i := range at {
		if i >= 0 && i < int64(len(handles)) {
			out = append(out, handles[i])
		}
	}
	return out
}

// PendingRequests returns the followed requests that are not complete, in
// order of the calls that created them.
func (r *Rank) PendingRequests() []*Request {
	var out []*Request
	for _, list := range r.reqs {
		out = append(out, list...)
	}
	slices.SortFunc(out, func(a, b *Request) int {
		return cmp.Or(cmp.Compare(a.Made.Thread, b.Made.Thread), cmp.Compare(a.Made.Seq, b.Made.Seq))
	})
	return out
}
