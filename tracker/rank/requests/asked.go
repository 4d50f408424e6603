package requests

import "github.com/gomarmot/gomarmot/tracker"

// Asked holds the requests that a call was given.
type Asked struct {
	given []given
	// resolved is all storage of given, with elements of earlier calls, too; valid if changes equals Requests.changes.
	resolved []given
	changes  int
	aside    bool // some requests in given are set aside
	shared   bool // given belongs to the thread's Waited
}

// given is a request handle that a call was given.
type given struct {
	value  int64
	handle *handle // nil: MPI_REQUEST_NULL, or unknown
}

// Given iterates over the requests that a call was given.
type Given struct {
	// Request is the current request; nil if gomarmot follows none with this handle.
	Request *Request

	given []given
	at    int
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

// Index returns the position of the current request.
func (g *Given) Index() int { return g.at }

// Handle returns the handle value of the current request.
func (g *Given) Handle() int64 { return g.given[g.at].value }

// Strange reports whether no recorded call has returned the current handle.
func (g *Given) Strange() bool {
	h := g.given[g.at].handle
	return h == nil || h.first == nil && h.made.IsZero()
}

// Sure reports whether the current handle can only mean Request: no other request had the same value at the same time.
func (g *Given) Sure() bool { return g.Request != nil && !g.given[g.at].handle.many }

// Ended returns the call that created the previous request with the current handle value, and the call that completed
// or freed it; ok is false if that is uncertain, or another request has the value now.
func (g *Given) Ended() (made, ended tracker.Site, ok bool) {
	h := g.given[g.at].handle
	if h == nil || h.first != nil || h.many || h.ended.IsZero() {
		return made, ended, false
	}
	return h.made, h.ended, true
}

// Has returns how many of the requests that the call was given have handle h.
func (a *Asked) Has(h *handle) (n int) {
	for i := range a.given {
		if a.given[i].handle == h {
			n++
		}
	}
	return n
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

// Release drops the storage kept for the next call.
func (a *Asked) Release() { a.given, a.resolved = nil, nil }
