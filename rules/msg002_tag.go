package rules

import "github.com/gomarmot/gomarmot/tracker/rank/objects"

// messageTag is a tag that no message can have.
var messageTag = &Rule{
	ID:       "MSG002",
	MPI:      "1.0",
	Title:    "tag that no message can have",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Message Envelope; Environmental Inquiries; Communication Initialization and Starting with " +
		"Partitioning",
	Says: "Tags lie between 0 and the value of the attribute MPI_TAG_UB, which is at least 32,767. Receives and " +
		"probes may name MPI_ANY_TAG instead, except for MPI_Precv_init.",
	Doc: "The tag is negative or above what this MPI library can send; some libraries cut off its upper bits, and " +
		"the message takes another receive. Tags made of several numbers, such as a step and a rank, grow too large " +
		"only in long runs. A call to or from MPI_PROC_NULL has no effect, but MPI libraries check its tag all the " +
		"same.",
	Advice: "Compute tags that stay within 0 and MPI_TAG_UB, and within 32,767 if the program should run with any " +
		"MPI library. A communicator of its own keeps messages apart, too. Where the rank of a neighbor is the tag, " +
		"leave out the neighbors that are MPI_PROC_NULL, which is negative.",
	Silent: []string{
		"MPI_ANY_TAG in receives and probes, except for MPI_Precv_init",
		"tags up to MPI_TAG_UB",
	},
	Limit:     "The upper bound is checked on MPI_COMM_WORLD, MPI_COMM_SELF and communicators derived from them.",
	On:        messageCalls,
	If:        OddArgument,
	Arguments: true,
	Check: func(p *Pass) {
		s, f := p.Call.Sem, p.Rank.Flavour
		if s.Comm < 0 {
			return
		}
		if s.Dest >= 0 {
			switch tag := p.Call.In[s.SendTag]; {
			case tag == f.AnyTag:
				p.Report(nil, "%s sends with MPI_ANY_TAG, which %s", p.Call.Kind, wildcardUsers(p.Call.Kind))
			default:
				checkTagOf(p, "sends with", tag)
			}
		}
		if s.Source >= 0 {
			switch tag := p.Call.In[s.RecvTag]; {
			case tag != f.AnyTag:
				checkTagOf(p, "asks for", tag)
			case !takesWildcards(s.Kind):
				p.Report(nil, "%s asks for MPI_ANY_TAG, which %s", p.Call.Kind, wildcardUsers(p.Call.Kind))
			}
		}
	},
}

func checkTagOf(p *Pass, does string, tag int64) {
	switch {
	case tag < 0:
		p.Report(nil, "%s %s tag %d: tags are at least 0", p.Call.Kind, does, tag)
	case p.Rank.TagUB > 0 && tag > p.Rank.TagUB && ofWorld(p.Call.Comm):
		p.Report(nil, "%s %s tag %d, which is above MPI_TAG_UB, here %d", p.Call.Kind, does, tag, p.Rank.TagUB)
	}
}

// ofWorld reports whether the communicator is predefined, or was derived from a predefined communicator: communicators
// of sessions may have another range of tags.
func ofWorld(c *objects.Comm) bool {
	for c != nil && c.Parent != nil {
		c = c.Parent
	}
	return c != nil && c.Predef != nil
}
