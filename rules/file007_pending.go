package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// PendingRequest is a change of the file's state before its requests are
// complete.
var PendingRequest = &Rule{
	ID:       "FILE007",
	MPI:      "2.0",
	Title:    "file closed or changed before its requests are complete",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Closing a File; Resizing a File; Preallocating Space for a File; File Views; File Consistency",
	Says: "All requests of nonblocking accesses of this process on the file are complete before it calls MPI_File_close, " +
		"MPI_File_set_size, MPI_File_preallocate, MPI_File_sync or MPI_File_set_view.",
	Doc: "The access may still be reading the view, the size and the buffers of the handle. Closed or changed under it, it " +
		"fails, hangs in the wait, or moves the wrong bytes; MPI_File_sync does not wait for it.",
	Advice: "Wait for the request before.",
	Silent: []string{
		"a request that is complete before, by a wait, or by a test or MPI_Request_get_status that found it complete",
		"MPI_File_seek, MPI_File_set_atomicity and queries such as MPI_File_get_size while requests are pending",
		"requests on another handle",
	},
	Limit: "A request that is never completed is FILE012 only; known once the request is waited for, or at the end of a run " +
		"without MPI_Finalize. While a split collective is active, too, SPLIT007 speaks. Where the library gives " +
		"several pending requests one handle value, the rule is silent.",
	On: completers,
	// A wait may never come back: it tells at once what it will complete.
	Check: func(p *Pass) {
		if waits(p.Call.Kind) {
			reportEarly(p)
		}
	},
	Done: func(p *Pass) {
		if !waits(p.Call.Kind) {
			reportEarly(p)
		}
	},
	Finish: finishPending,
}

// waits reports whether a call completes all requests it is given.
func waits(k calls.Kind) bool { return k == calls.Wait || k == calls.Waitall }

// finishPending reports the requests of a run that was cut short, but for
// those of a wait that has told about them.
func finishPending(p *Pass) {
	if p.Rank.Finalized {
		return
	}
	var told []*tracker.Request
	for i := range p.Rank.Rings() {
		if c := p.Rank.OpenCall(i); c != nil && waits(c.Kind) {
			told = append(told, p.Rank.CompletedBy(c)...)
		}
	}
	for _, q := range p.Rank.PendingRequests() {
		if q.File != nil && !slices.Contains(told, q) {
			early(p, q, At(q.Made, "the request was made here"))
		}
	}
}

func reportEarly(p *Pass) {
	for _, q := range p.Rank.CompletedBy(p.Call) {
		if len(q.Early) > 0 && !q.Shared {
			early(p, q, At(q.Made, "the request was made here"), At(p.Call.Site, "and completed only here"))
		}
	}
}

// early reports the calls that should have come after the completion of q.
func early(p *Pass, q *tracker.Request, related ...Related) {
	for _, s := range q.Early {
		p.ReportAt(s, q.File.String(), related, "%s while the request of %s on the file is pending", s.Call, q.Made.Call)
	}
}
