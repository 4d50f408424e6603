package tracker

import "github.com/gomarmot/gomarmot/pmpi/calls"

// completeRequests applies the calls that complete or free requests; it
// reports whether c is one. Also a failing call ends the requests it was
// given: what is unsure never leads to a finding.
func (r *Rank) completeRequests(c *Call) bool {
	switch c.Kind {
	case calls.Wait, calls.RequestFree:
		r.complete(c.In[0])
	case calls.Test:
		if c.OutWord(1) != 0 || !c.ok() {
			r.complete(c.In[0])
		}
	case calls.RequestGetStatus: // the request lives on, but is complete
		if c.OutWord(0) != 0 || !c.ok() {
			r.complete(c.In[0])
		}
	case calls.Waitall:
		r.completeAll(c)
	case calls.Testall:
		if c.OutWord(0) != 0 || !c.ok() {
			r.completeAll(c)
		}
	case calls.Waitany, calls.Testany:
		r.completeAny(c)
	case calls.Waitsome, calls.Testsome:
		r.completeSome(c)
	default:
		return false
	}
	return true
}

func (r *Rank) complete(h int64) {
	if len(r.reqs) == 0 {
		return
	}
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
// handle value for many requests, as the handle of what is complete already:
// then they are told apart by their number alone, and complete in the order
// they were made.
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
	var out []*Request
	for _, h := range r.completes(c) {
		if list := r.reqs[h]; len(list) > 0 {
			out = append(out, list[0])
		}
	}
	return out
}

// completes lists the handles that a returning call completes.
func (r *Rank) completes(c *Call) []int64 {
	if len(r.reqs) == 0 {
		return nil
	}
	switch c.Kind {
	case calls.Wait, calls.RequestFree:
		return c.In[:1]
	case calls.Test:
		if c.OutWord(1) != 0 {
			return c.In[:1]
		}
	case calls.RequestGetStatus:
		if c.OutWord(0) != 0 {
			return c.In[:1]
		}
	case calls.Waitall:
		return requestsOf(c)
	case calls.Testall:
		if c.OutWord(0) != 0 {
			return requestsOf(c)
		}
	case calls.Waitany, calls.Testany:
		all, i := requestsOf(c), c.OutWord(0)
		if c.Kind == calls.Testany && c.OutWord(1) == 0 {
			return nil
		}
		if i >= 0 && i < int64(len(all)) {
			return all[i : i+1]
		}
	case calls.Waitsome, calls.Testsome:
		return someOf(c)
	}
	return nil
}

func requestsOf(c *Call) []int64 {
	if a := Arrays(c.InBlob); len(a) > 0 {
		return a[0]
	}
	return nil
}

func someOf(c *Call) []int64 {
	all := requestsOf(c)
	idx := Arrays(c.OutBlob)
	var out []int64
	if len(idx) == 0 {
		return nil
	}
	for _, i := range idx[0] {
		if i >= 0 && i < int64(len(all)) {
			out = append(out, all[i])
		}
	}
	return out
}

func (r *Rank) completeAll(c *Call) {
	if len(r.reqs) == 0 {
		return
	}
	for _, h := range requestsOf(c) {
		r.complete(h)
	}
}

func (r *Rank) completeAny(c *Call) {
	if !c.ok() {
		r.completeAll(c)
		return
	}
	for _, h := range r.completes(c) {
		r.complete(h)
	}
}

func (r *Rank) completeSome(c *Call) {
	if !c.ok() {
		r.completeAll(c)
		return
	}
	for _, h := range someOf(c) {
		r.complete(h)
	}
}
