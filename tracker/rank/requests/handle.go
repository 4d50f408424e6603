package requests

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// handle is the state of one handle value. It outlives its requests: MPI libraries reuse values.
type handle struct {
	first, last *Request // the requests that have the value, oldest first, linked by next; nil: none
	// many: several requests have had the value at once. An MPI library may return the same value for many requests,
	// for example for all that complete immediately. Only their number is known then, and gomarmot takes them to
	// complete in the order of creation.
	many  bool
	N     int   // number of requests that have the value
	early int64 // number of older requests with the value that are no longer kept
	// Mixed: a call has completed some of the requests, and it is uncertain which requests are left.
	Mixed bool
	from  []tracker.Site // the distinct creation sites since no request had the value
	twins *Twins         // nil: no call has completed one of several requests
	spare *Twins         // for the next twins
	// aside is the number of set-aside requests with the value: open calls complete or free them. Each of these has a
	// handle of its own, whose of is the handle that it had before.
	aside int
	of    *handle

	// overwritten is the first of the ended requests whose variable another request with the value was stored in, and
	// by that call. Which of the requests was completed is uncertain: the program may have lost this one.
	overwritten struct{ made, by tracker.Site }

	made, ended tracker.Site // sites of the last completed or freed request; zero: uncertain

	waited int // number of elements of Waited arrays with this value

	pass   int64 // of cursor
	cursor *Request
}

// variables caches, by address, variables in which requests were stored.
type variables [128]variable

// variable is the address at which a request was stored.
type variable struct {
	addr    int64
	age     int64
	request *Request
}

// at returns the cache entry for an address, nil if there is no cache.
func (s *variables) at(addr int64) *variable {
	if s == nil {
		return nil
	}
	return &s[uint64(addr)>>2%uint64(len(s))]
}

// Lost are the requests created at one place in the program that were never completed.
type Lost struct {
	First Request
	Count int64
	// Tested is the number of these requests that tests have found pending.
	Tested int64
	// Among: all requests of First.Made and of these calls had the same handle value. Some of them are left, and it is
	// uncertain which.
	Among []tracker.Site
}

// pile groups requests by place in the program and state.
type pile struct {
	pc     uint64
	call   calls.Kind
	active bool
	done   bool
}

// others returns the creation sites of requests with the handle, without the first request's.
func (h *handle) others() []tracker.Site {
	return slices.DeleteFunc(slices.Clone(h.from), func(s tracker.Site) bool { return s.PC == h.first.Made.PC })
}
