package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// messageRace is a receive from any source that could as well have taken another message.
var messageRace = &Rule{
	ID:       "MSG010",
	MPI:      "1.0",
	Title:    "message race",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says: "Messages of one process do not overtake each other, but those of several processes do: a receive with MPI_ANY_SOURCE takes " +
		"whichever comes first.",
	Doc: "The program may do different things from run to run, and so may faults. That is often meant: it is " +
		"never more than a note. Where a later receive asks by name for the message that this one could have taken, the program may wait " +
		"forever in another run, unless that name depends on what this one has taken.",
	Advice: "If the order matters, name the source, or give the messages different tags. If it does not, suppress the note for this place.",
	Silent: []string{
		"a receive for which only one source is left",
		"messages that were sent after the receive was complete, as an answer to what came after it",
		"messages with other tags, or on other communicators",
		"a place that takes messages from any source and sends an answer to each source first, as where it hands out work",
	},
	Limit: "Each message is compared with the last 16 that receives from any source have taken, and whether it has been answered is known for the last 64 " +
		"messages that the rank has sent. Where the place has answered two, and sent to no other rank first, it need not answer all. Probes " +
		"are not looked at.",
	Facts: []fact.Kind{fact.OfMessageRace},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.MessageRace)
		r := Report{Sites: []tracker.Site{f.Receive.Site}, Object: f.Comm, Related: []Related{
			At(f.Taken.Site, "sent the message that the receive took"),
			At(f.Other.Site, "sent one that the receive could have taken"),
		}}
		if f.OtherBy.Site.PC != f.Receive.Site.PC {
			r.Related = append(r.Related, At(f.OtherBy.Site, "has taken that one"))
		}
		if f.Named {
			p.Report(r, "%s of rank %d took the message of rank %d, but could have taken that of rank %d, for which %s asks by name: if it "+
				"always asks for rank %d, it may wait forever in another run", f.Receive.Site.Call, f.Receive.Site.Rank, f.Taken.Site.Rank, f.Other.Site.Rank, f.OtherBy.Site.Call,
				f.Other.Site.Rank)
			return
		}
		p.Report(r, "%s of rank %d takes messages of any source: it took that of rank %d, and could as well have taken that of rank %d",
			f.Receive.Site.Call, f.Receive.Site.Rank, f.Taken.Site.Rank, f.Other.Site.Rank)
	},
}
