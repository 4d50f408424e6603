package rules

import (
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// messageTooLong is a message with more data than its receive has room for.
var messageTooLong = &Rule{
	ID:       "MSG005",
	MPI:      "1.0",
	Title:    "message longer than its receive",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Blocking Receive",
	Says: "The length of the received message must be less than or equal to the length of the receive buffer. An overflow " +
		"error occurs if all incoming data does not fit into it.",
	Doc: "MPI libraries return MPI_ERR_TRUNCATE or end the job, some only for large messages: what does not fit is lost. The " +
		"finding names the send and the receive that it met.",
	Advice: "Give the receive room for the longest message that it can meet, or ask for the length with MPI_Probe first. If " +
		"the receive was meant for another message, tell the two apart by tag or communicator.",
	Silent: []string{
		"a message shorter than its receive, also an empty one",
		"partitioned communication (MSG012)",
	},
	Limit: "Messages on a channel - communicator, source, destination and tag - that several threads of a rank use are not " +
		"judged, for their order is not known.",
	Facts: []fact.Kind{fact.OfMessage},
	Job: func(p *JobPass) {
		m := p.Fact.(*fact.Message)
		sent, room := m.Send.Data.Bytes(), m.Receive.Data.Bytes()
		if m.Unpaired || m.Partitions || sent < 0 || room < 0 || sent <= room {
			return
		}
		p.Report(bothEnds(m), "%s of rank %d has room for %s, but gets a message of %s: %s of rank %d with tag %d", m.Receive.Site.Call,
			m.Receive.Site.Rank, dataText(&m.Receive.Data), dataText(&m.Send.Data), m.Send.Site.Call, m.Send.Site.Rank, m.Tag)
	},
}
