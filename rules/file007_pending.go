package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// pendingRequest is a change of the file's state while requests on it are
// pending.
var pendingRequest = &Rule{
	ID:       "FILE007",
	MPI:      "2.0",
	Title:    "file closed or changed before its requests are complete",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Closing a File; Resizing a File; Preallocating Space for a File; File Views; File Consistency",
	Says: "All requests of nonblocking accesses of this process on the file are complete before it calls " +
		"MPI_File_close, MPI_File_set_size, MPI_File_preallocate, MPI_File_sync or MPI_File_set_view.",
	Doc: "The access may still be using the handle's view, size and buffers. If the file is closed or changed " +
		"underneath it, it fails, hangs in the wait, or moves the wrong bytes; MPI_File_sync does not wait for it.",
	Advice: "Complete the request first.",
	Silent: []string{
		"a request already completed by a wait, or found complete by a test or MPI_Request_get_status",
		"MPI_File_seek, MPI_File_set_atomicity and queries such as MPI_File_get_size while requests are pending",
		"requests on a different handle",
	},
	Limit: "A request that is never completed is FILE012 only; this rule reports once the request is waited for, or " +
		"at the end of a run without MPI_Finalize. If a split collective is also active, SPLIT007 reports it. If the " +
		"library gives several pending requests the same handle value, the rule is silent.",
	On: completers,
	If: Outlives,
	// A wait may never return, but its arguments already name the requests that it completes.
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

// waits reports whether a call completes all requests that it is given.
func waits(k calls.Kind) bool { return k == calls.Wait || k == calls.Waitall }

// finishPending reports the pending requests of a run that was cut short.
func finishPending(p *Pass) {
	for _, q := range leftPending(p) {
		if q.File != nil {
			early(p, q, At(roleCreated, q.Made, "the request was created here"))
		}
	}
}

// leftPending returns the pending requests of a run that was cut short, except the requests given to an open wait.
func leftPending(p *Pass) (out []*requests.Request) {
	if p.Rank.Sessions.Finalized {
		return nil
	}
	var told []*requests.Request
	for i := range p.Rank.Threads.Rings() {
		if c := p.Rank.Threads.OpenCall(i); c != nil && waits(c.Kind) {
			for x := p.Rank.CompletedBy(c); x.Next(); {
				told = append(told, x.Request)
			}
		}
	}
	for _, q := range p.Rank.Requests.PendingOnes() {
		if !slices.Contains(told, q) {
			out = append(out, q)
		}
	}
	return out
}

func reportEarly(p *Pass) {
	for x := p.Rank.CompletedBy(p.Call); x.Next(); {
		q := x.Request
		if len(q.Early) > 0 && !q.Shared {
			early(p, q, At(roleCreated, q.Made, "the request was created here"),
				At(roleFollows, p.Call.Site, "the request was not completed before this call"))
		}
	}
}

// early reports the calls that the program should have made after q was complete.
func early(p *Pass, q *requests.Request, related ...Related) {
	for _, s := range q.Early {
		p.ReportAt(s, q.File.Object(), related, "%s while the request of %s on the file is pending", s.Call,
			q.Made.Call)
	}
}
