package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

// matchedMessage is a message of a matched probe that is not received, or a receive of a message
// that no matched probe has found.
var matchedMessage = &Rule{
	ID:       "MSG011",
	MPI:      "3.0",
	Title:    "matched probe and receive do not fit",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Matching Probe; Matched Receives",
	Says: "A message that MPI_Mprobe or MPI_Improbe has found is received once, with MPI_Mrecv or MPI_Imrecv. If " +
		"MPI_Improbe returns flag = false, there is no message.",
	Doc: "The probe has taken the message out of the queue: no other receive can get it. If the program does not " +
		"receive the handle, the message is lost; a handle that is null or was received before stands for no " +
		"message.",
	Advice: "Receive each message that a matched probe returns, exactly once, and only if the flag of MPI_Improbe is " +
		"true.",
	Silent: []string{
		"MPI_MESSAGE_NO_PROC, which a probe of MPI_PROC_NULL returns",
		"a handle value that a later probe has returned again",
		"a program that ends without MPI_Finalize",
	},
	Limit: "A handle that no recorded probe has returned is reported only if it is MPI_MESSAGE_NULL or 0, or if the " +
		"rank ended in the call: as a note if it was killed, since something else may have ended it.",
	On: matchedReceives,
	Check: func(p *Pass) {
		h := p.Call.In[p.Call.Sem.Message]
		switch m, null := p.Rank.Messages.MatchedMessage(h); {
		case m == nil && h == 0:
			p.Report(nil, noProbe+"; its value is 0, %s", p.Call.Kind, asIf(p))
		case null:
			p.Report(noMessage(p), "%s of MPI_MESSAGE_NULL", p.Call.Kind)
		case m != nil && !m.Received.IsZero():
			p.Report([]Related{At(roleEnded, m.Received, "the message was received here"),
				At(roleBegan, m.Probed, "the message was found here")},
				"%s of a message that was already received", p.Call.Kind)
		}
	},
	Finish: func(p *Pass) {
		if !p.Rank.Sessions.Finalized {
			endedWithMessage(p)
			return
		}
		for _, m := range p.Rank.Messages.UnreceivedMessages() {
			p.ReportAt(m.Probed, m.On, nil, "the message that %s has found is never received", m.Probed.Call)
		}
	},
}

var matchedReceives = []calls.Kind{calls.Mrecv, calls.Imrecv}

const noProbe = "%s on an invalid message handle: no probe on this rank returned it"

// endedWithMessage reports the receives that did not return, and whose handle no probe has returned.
func endedWithMessage(p *Pass) {
	if !p.Rank.Watches(calls.FamilyMessages) {
		return
	}
	for c := range p.openCalls(matchedReceives) {
		h := c.In[c.Sem.Message]
		switch m, null := p.Rank.Messages.MatchedMessage(h); {
		case m != nil || null || h == 0:
		case p.Rank.End.Reason == event.EndExit:
			p.ReportAt(c.Site, tracker.Object{}, nil, noProbe+", and the rank ended in the call", c.Kind)
		case p.Rank.End.Reason == 0 && p.Rank.End.Struck: // a library may have called a matched probe by PMPI
			p.NoteAt(c.Site, noProbe+", as far as recorded, and the rank was killed in the call", c.Kind)
		}
	}
}

// noMessage returns the last matched probe that found no message, if this thread made it.
func noMessage(p *Pass) []Related {
	at := p.Rank.Messages.NotFound
	if at.Thread != p.Call.Site.Thread {
		at = tracker.Site{}
	}
	return []Related{At(roleEnded, at, "the last probe here found no message")}
}
