package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// messageTooLong is a message with more data than its receive has room for.
var messageTooLong = &Rule{
	ID:       "MSG005",
	MPI:      "1.0",
	Title:    "message longer than its receive",
	Severity: Error,
	Scope:    BothScopes,
	Since:    "0.2",
	Cite:     "MPI-4.1, Blocking Receive",
	Says: "The length of the received message must be less than or equal to the length of the receive buffer. An " +
		"overflow error occurs if all incoming data does not fit into it.",
	Doc: "MPI libraries return MPI_ERR_TRUNCATE or end the job, some only for large messages: data that does not " +
		"fit is lost. The finding names the send and the receive that it met; of a receive that names no source or " +
		"no tag, and has failed, it names the receive.",
	Advice: "Give the receive room for the longest message that it can meet, or ask for the length with MPI_Probe " +
		"first. If the receive was meant for another message, tell the two apart by tag or communicator.",
	Silent: []string{
		"a message shorter than its receive, also an empty one",
		"partitioned communication (MSG012)",
	},
	Limit: "A failed receive without source or tag is not judged if a call for several requests, such as " +
		"MPI_Waitall, has completed it. Messages on a channel - communicator, source, destination and tag - that " +
		"several threads of a rank use are not judged, for their order is not known.",
	On: slices.Concat(takers, []calls.Kind{calls.Wait, calls.Test, calls.Waitany, calls.Testany}),
	If: Failed,
	Done: func(p *Pass) {
		if c := p.Call; p.Rank.Flavour.ErrClass(c.RC) == p.Rank.Flavour.ErrTruncate {
			if c.Sem.Source < 0 {
				checkTruncated(p)
			} else if c.In[c.Sem.Source] == p.Rank.Flavour.AnySource || c.In[c.Sem.RecvTag] == p.Rank.Flavour.AnyTag {
				reportTruncated(p, c.Site, p.object(), &c.Receives, nil)
			}
		}
	},
	Between: true,
	Facts:   []fact.Kind{fact.OfMessage},
	Job: func(p *JobPass) {
		m := p.Fact.(*fact.Message)
		sent, room := m.Send.Data.Bytes(), m.Receive.Data.Bytes()
		if m.Unpaired || m.Partitions || sent < 0 || room < 0 || sent <= room {
			return
		}
		p.Report(bothEnds(m), "%s of rank %d has room for %s, but gets a message of %s: %s of rank %d with tag %d",
			m.Receive.Site.Call,
			m.Receive.Site.Rank, dataText(&m.Receive.Data), dataText(&m.Send.Data), m.Send.Site.Call, m.Send.Site.Rank,
			m.Tag)
	},
}

// takers are the calls that receive a message before they return.
var takers = kindsWhere(func(s *calls.Sem) bool {
	return s.Source >= 0 && s.Starts == calls.NoOperation &&
		(s.Match == calls.MatchReceive || s.Match == calls.MatchSendReceive)
})

// checkTruncated looks for the receive that a call has completed with an error. The receive must be the only active
// request that the call was given, since the error may belong to any of them, also to a collective operation. A receive
// with a source and a tag is judged with its message.
func checkTruncated(p *Pass) {
	var only *requests.Request
	for g := p.Call.Given(); g.Next(); {
		switch q := g.Request; {
		case g.Handle() == p.Rank.Requests.NullHandle() || q != nil && !q.Active:
		case only != nil || !g.Sure():
			return
		default:
			only = q
		}
	}
	if only == nil {
		return
	}
	if room, anyone := only.Room(); anyone {
		related := []Related{At(roleFollows, p.Call.Site, "this call returned the error")}
		if only.Persistent() {
			related = append(related, At(roleCreated, only.Made, "the request was created here"))
		}
		reportTruncated(p, only.Begun, only.Object(), room, related)
	}
}

func reportTruncated(p *Pass, at tracker.Site, on tracker.Object, room *op.Data, related []Related) {
	p.ReportAt(at, on, related, "%s has room for %s, but gets a message that is longer: MPI_ERR_TRUNCATE", at.Call,
		dataText(room))
}
