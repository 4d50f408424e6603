package requests

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// handle is what is known of one value of a handle. It outlives its requests:
// MPI libraries use the same values again and again.
type handle struct {
	first, last *Request // the requests that have it, from the oldest; nil: none
	// many: several at once have had it. An MPI library may return one value for
	// many requests, such as one for all that are complete already: then only their
	// number is known, and they complete in the order of creation.
	many  bool
	N     int   // how many have it
	early int64 // how many more, which are no longer kept
	// mixed: a call has completed some of them, and which ones is unknown: so it is of the rest.
	Mixed bool
	from  []tracker.Site // the places they have come from since there was none
	// aside is how many more have it which calls complete or free that have not returned. Each of these has a handle of its own,
	// where of is the one that it had.
	aside int
	of    *handle

	made, ended tracker.Site // the last one that a call has completed or freed; zero: uncertain

	waited int // elements of arrays that threads wait for (waited)

	pass   int64 // of cursor
	cursor *Request
}

// variables are some of those in which requests were stored, by their addresses.
type variables [128]variable

// variable is where a request was stored.
type variable struct {
	addr    int64
	age     int64
	request *Request
}

// at returns the place for a variable, nil if there are none.
func (s *variables) at(addr int64) *variable {
	if s == nil {
		return nil
	}
	return &s[uint64(addr)>>2%uint64(len(s))]
}

// Lost are requests from one place in the program that are left.
type Lost struct {
	First Request
	Count int64
	// Tested is how many of them tests have found pending.
	Tested int64
	// Among: only some of the requests of First.Made and of these calls are left, but
	// which ones is unknown: all had the same handle value.
	Among []tracker.Site
}

// pile tells requests apart by their place and what has become of them.
type pile struct {
	pc     uint64
	call   calls.Kind
	active bool
	done   bool
}

// others are the places of requests with the handle besides that of the first one.
func (h *handle) others() []tracker.Site {
	return slices.DeleteFunc(slices.Clone(h.from), func(s tracker.Site) bool { return s.PC == h.first.Made.PC })
}
