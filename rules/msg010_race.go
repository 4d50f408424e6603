package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// messageRace is a receive from any source that could as well have taken another message.
var messageRace = &Rule{
	ID:       "MSG010",
	MPI:      "1.0",
	Title:    "message race",
	Severity: Warning,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Semantics of Point-to-Point Communication",
	Says: "Messages of one process do not overtake each other, but messages of several processes do: a receive with " +
		"MPI_ANY_SOURCE takes the message that comes first.",
	Doc: "The receive may take another message in the next run, and the program may then behave differently. " +
		"Programs often intend this, so the finding is a note. It is a warning if a later receive asks for the " +
		"other message by its source, or by a tag that only this message has, whichever message the first receive " +
		"took: if the first receive takes the other message, the later receive waits forever. It is also a warning " +
		"if the other message does not fit into the receive: in another run the program ends there, or computes " +
		"with data of another type. A common cause is a receive with MPI_ANY_SOURCE after MPI_Probe has found a " +
		"message: where such a receive has room for exactly the message found, it is a warning whichever message " +
		"the probe finds first.",
	Advice: "If the order matters, name the source, or give the messages different tags or communicators. After a " +
		"probe, receive with source and tag of its status, or use MPI_Mprobe and MPI_Mrecv. If the order does not " +
		"matter, suppress the note for this place.",
	Silent: []string{
		"a receive for which only one source is left",
		"messages that were sent only after the receive was complete, for example as an answer to a later message",
		"messages with other tags, or on other communicators",
		"a place that takes messages from any source and then sends an answer to the source of each message before " +
			"any other message, for example to hand out work",
		"a second message of one source, of another length or type: it cannot overtake the first",
		"messages of different lengths that MPI_Mprobe finds and MPI_Mrecv receives, or whose source and tag a probe " +
			"has found",
		"messages of different lengths that a probe finds, and a receive from any source with room for the longest",
	},
	Limit: "Each message is compared with the last 16 messages that receives from any source have taken. gomarmot " +
		"looks for answers to a message among the last 64 messages that the rank has sent. If the place has " +
		"answered two messages, and sent to no other rank before, later messages count as answered, too. Messages " +
		"that probes could have found are not compared, as the log does not show what the program does with a " +
		"message that it has found and not received. A receive counts as sized by the probe before it if two " +
		"receives of its place had room for exactly the messages found, of different lengths. A tag counts as unique " +
		"only if no second message with this tag is waiting or comes later. Whether a later receive " +
		"names its source because of the first receive is judged by the order of the two receives, and by whether " +
		"the program ignores the status of the first, not by the content of the message.",
	Facts: []fact.Kind{fact.OfMessageRace},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.MessageRace)
		severity, text := raceText(f)
		r := Report{Severity: severity, Sites: []tracker.Site{f.Receive.Site}, Object: f.Comm}
		if f.Open {
			r.Related = []Related{At(rolePartner, f.Taken.Site, "sent a message that fits"),
				At(rolePartner, f.Other.Site, "sent one that does not")}
		} else {
			r.Related = []Related{At(rolePartner, f.Taken.Site, "sent the message that the receive took"),
				At(rolePartner, f.Other.Site, "sent a message that the receive could have taken")}
			if f.OtherBy.Site.PC != f.Receive.Site.PC {
				r.Related = append(r.Related, At(roleConflicts, f.OtherBy.Site, "has taken that message"))
			}
		}
		if f.Sized {
			r.Related = append(r.Related, At(roleConflicts, f.Probe, "found the message"))
		}
		p.Report(r, "%s of rank %d%s", f.Receive.Site.Call, f.Receive.Site.Rank, text)
	},
}

// raceText returns the severity of a receive that could have taken another message, and the reason.
func raceText(f *fact.MessageRace) (Severity, string) {
	taken, other := f.Taken.Site.Rank, f.Other.Site.Rank
	room, fits, misfits := dataText(&f.Receive.Data), dataText(&f.Taken.Data), dataText(&f.Other.Data)
	switch {
	case f.Open:
		return Warning, fmt.Sprintf(", which never returned, could take the message of rank %d, %s, or that of rank "+
			"%d, %s, which does not fit: the "+
			"receive has room for %s", taken, fits, other, misfits, room)
	case f.Misfit:
		return Warning, fmt.Sprintf(" takes messages of any source: it took that of rank %d, %s, and could as well "+
			"have taken that of rank %d, %s, which "+
			"does not fit: the receive has room for %s", taken, fits, other, misfits, room)
	case f.Sized:
		return Warning, fmt.Sprintf(" has room for the message that %s found, but takes messages of any source: had "+
			"%s found that of rank %d, %s, the receive could have taken that of rank %d, %s, which would not fit",
			f.Probe.Call, f.Probe.Call, other, misfits, taken, fits)
	case f.Named:
		text := fmt.Sprintf(" took the message of rank %d, but could have taken that of rank %d, for which %s asks "+
			"by name: if it always asks for rank "+
			"%d, it may wait forever in another run", taken, other, f.OtherBy.Site.Call, other)
		return regardless(f), text
	case f.OnlyTag:
		return regardless(f), fmt.Sprintf(" took the message of rank %d, but could have taken that of rank %d, the "+
			"only one with tag %d, for which %s asks: if it always asks for that tag, it may wait forever in another "+
			"run", taken, other, f.Tag, f.OtherBy.Site.Call)
	}
	return Note, fmt.Sprintf(" takes messages of any source: it took that of rank %d, and could as well have taken "+
		"that of rank %d", taken, other)
}

// regardless returns a warning if the later receive asks for its message whichever message the earlier receive has
// taken.
func regardless(f *fact.MessageRace) Severity {
	if f.Regardless {
		return Warning
	}
	return Note
}
