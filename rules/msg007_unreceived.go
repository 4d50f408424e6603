package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/words"
)

// unreceived is a message that is never received.
var unreceived = &Rule{
	ID:       "MSG007",
	MPI:      "1.0",
	Title:    "message that is never received",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Finalizing MPI",
	Says: "Before MPI_Finalize, each process has completed all communication it is involved in: every send is " +
		"matched by a receive of the other process.",
	Doc: "The run got through because the MPI library kept a copy of the message. A longer message, another library " +
		"or more ranks make the send wait forever.",
	Advice: "Post the missing receive, or do not send the message. Compare tag, communicator and ranks at both ends " +
		"first: often there is a receive, but it differs from the send in one of these, or only one of the two is " +
		"partitioned, so that they do not meet.",
	Silent: []string{
		"messages that were cancelled",
		"runs that did not end in MPI_Finalize on both ranks",
		"sends to MPI_PROC_NULL",
		"a receive that was posted and never completed (REQ001)",
	},
	Limit: "Messages of one line of the program to one rank are one finding, with their number. If more than " +
		"1,048,576 messages with one tag from one rank to another have not been received, later messages are only " +
		"counted, and their receives are not checked.",
	Facts:   []fact.Kind{fact.OfUnreceived},
	Between: true,
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.Unreceived)
		s := f.Sites[0]
		text := fmt.Sprintf("the message of %s with tag %d to rank %d is", dataText(&f.Data), f.Tag, f.To)
		if f.Count > 1 {
			text = fmt.Sprintf("%s to rank %d, the first one of %s with tag %d, are", words.Count(f.Count, "message"),
				f.To, dataText(&f.Data), f.Tag)
		}
		r := Report{Sites: f.Sites, Ranks: []int32{f.To}, Object: f.Comm}
		if n := f.Waiting; n != nil {
			text += fmt.Sprintf(" never received; rank %d has a receive %s that no message meets", f.To,
				nearReceiveText(n))
			r.Related = []Related{At(rolePartner, n.Site, "a receive "+nearReceiveText(n)+" that no message meets")}
		} else {
			text += " never received"
		}
		p.Report(r, "%s of rank %d: %s", s.Call, s.Rank, text)
	},
}
