package rules

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// readySend is a ready send whose receive need not be posted when it starts.
var readySend = &Rule{
	ID:       "MSG008",
	MPI:      "1.0",
	Title:    "ready send before its receive is posted",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Communication Modes",
	Says:     "A send that uses the ready mode may be started only if the matching receive is already posted.",
	Doc: "An MPI library may drop the message, end the job, or deliver it as if it were an ordinary message: then " +
		"the fault shows on another machine. It is an error if the send always comes first, and a warning if either " +
		"call may come first.",
	Advice: "Let the receiver say that it has posted the receive, by a message or a barrier, before the send; or use " +
		"MPI_Send.",
	Silent: []string{
		"a receive that is posted before a message, a collective call or an epoch for which the sender waits",
		"messages of a rank to itself, after the receive",
	},
	Limit: "Channels that several threads use are not judged, nor sends of a rank for which it is uncertain for " +
		"which calls it has waited.",
	Facts: []fact.Kind{fact.OfMessage},
	Job: func(p *JobPass) {
		m := p.Fact.(*fact.Message)
		if m.Unpaired || m.Posted != fact.Reversed && m.Posted != fact.Unordered {
			return
		}
		r := bothEnds(m)
		r.Sites[0], r.Sites[1] = r.Sites[1], r.Sites[0]
		send, receive := &m.Send.Site, &m.Receive.Site
		if m.Posted == fact.Reversed {
			p.Report(r, "%s of rank %d to rank %d with tag %d comes before its receive: rank %d posts %s only after "+
				"a call that waits for the send",
				send.Call, send.Rank, receive.Rank, m.Tag, receive.Rank, receive.Call)
			return
		}
		r.Severity = Warning
		p.Report(r, "%s of rank %d to rank %d with tag %d may come before its receive: rank %d does not wait until "+
			"rank %d has posted %s", send.Call,
			send.Rank, receive.Rank, m.Tag, send.Rank, receive.Rank, receive.Call)
	},
}
