package rules

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// messageTypes is a message whose types differ from the types of its receive.
var messageTypes = &Rule{
	ID:       "MSG006",
	MPI:      "1.0",
	Title:    "types of a message and its receive differ",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Type Matching Rules",
	Says: "The type signature of the message, as the send gives it, is the beginning of the type signature of the " +
		"receive buffer: the basic types match one by one.",
	Doc: "The bytes arrive, but they mean something else: half a double as an integer, " +
		"or a struct whose members are shifted. " +
		"MPI libraries do not check this. The finding names the first element that differs. " +
		otherCDoc,
	Advice: "Use datatypes with the same sequence of basic types at both ends; send raw memory as MPI_BYTE at both " +
		"ends, and receive what MPI_Pack has packed as MPI_PACKED, or with the datatypes that were packed.",
	Silent: []string{
		"different datatypes with the same sequence of basic types, such as a vector and a contiguous type",
		"MPI_PACKED at either end, MPI_BYTE at both",
		"a receive with room for more",
		otherCSilent,
		"messages without data",
	},
	Limit: "Datatypes with several basic types, and names of fixed width or of Fortran, are compared by size and " +
		"class of their elements. A message too long for its receive is MSG005 alone. Messages on a channel that " +
		"several threads of a rank use are not judged. The datatype of MPI_Get_count and MPI_Get_elements is not " +
		"compared with that of the receive, as the program may have copied the status.",
	Between: true,
	Facts:   []fact.Kind{fact.OfMessage},
	Job: func(p *JobPass) {
		m := p.Fact.(*fact.Message)
		s, r := &m.Send.Data, &m.Receive.Data
		if m.Unpaired || m.Partitions || s.Type == r.Type && s.Count <= r.Count || m.Failed || s.Bytes() > r.Bytes() {
			return
		}
		text := "%s of rank %d takes a message of %s of rank %d with tag %d: %s"
		if why := otherC(s.Type, r.Type); why != "" && s.Count > 0 {
			x := bothEnds(m)
			x.Severity = Warning
			p.Report(x, text, m.Receive.Site.Call, m.Receive.Site.Rank, m.Send.Site.Call, m.Send.Site.Rank, m.Tag, why)
			return
		}
		if x := datatype.CompareSignatures(s.Type, s.Count, r.Type, r.Count); x != nil {
			p.Report(bothEnds(m), text, m.Receive.Site.Call, m.Receive.Site.Rank,
				m.Send.Site.Call, m.Send.Site.Rank, m.Tag, x.Why("message", "receive"))
		}
	},
}
