package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/words"
)

// dataText describes the data of an end of a message: "10 MPI_INT (40 bytes)".
func dataText(d *op.Data) string {
	text := fmt.Sprintf("%d of an unknown datatype", d.Count)
	if d.Type != nil {
		text = fmt.Sprintf("%d %s", d.Count, d.Type)
	}
	if n := d.Bytes(); n >= 0 {
		text += " (" + words.Count(n, "byte") + ")"
	}
	return text
}

// bothEnds is a report about a message and its receive.
func bothEnds(m *fact.Message) Report {
	r := Report{Sites: []tracker.Site{m.Receive.Site, m.Send.Site}, Object: m.Comm}
	r.Related = append(r.Related, initAt(&m.Receive, "the receive")...)
	r.Related = append(r.Related, initAt(&m.Send, "the send")...)
	r.Related = derivedAt(r.Related, "the datatype of the message", m.Send.Data.Type)
	if m.Receive.Data.Type != m.Send.Data.Type {
		r.Related = derivedAt(r.Related, "the datatype of the receive", m.Receive.Data.Type)
	}
	return r
}

// initAt returns the call that created the persistent request of an end.
func initAt(e *fact.End, name string) []Related {
	if e.Made.IsZero() {
		return nil
	}
	return []Related{At(roleCreated, e.Made, name+" was described here")}
}

// messageCalls are the calls that send or receive, look for messages, or create
// requests that send or receive; on a communicator, or of a matched message.
var messageCalls = kindsWhere(func(s *calls.Sem) bool { return s.Match.OfMessage() })

// takesWildcards reports whether a call that receives or probes may name MPI_ANY_SOURCE and MPI_ANY_TAG.
func takesWildcards(k calls.Kind) bool { return k != calls.PrecvInit }

// wildcardUsers says, after the name of a wildcard, why the call may not use it.
func wildcardUsers(k calls.Kind) string {
	if !takesWildcards(k) {
		return "receives in partitions may not use"
	}
	return "only receives and probes may use"
}

// peersOf returns how many ranks a message on the communicator can go to or come
// from; 0: unknown.
func peersOf(c *objects.Comm) int64 {
	if c == nil || !c.Alive() {
		return 0
	}
	return int64(len(c.Peers()))
}

// parts calls f for the data that a call sends and for the data that it receives, also to and from MPI_PROC_NULL. name
// is "send " or "receive " if the call has both; otherwise it is empty.
func parts(p *Pass, f func(p *Pass, name string, d *op.Data)) {
	c := p.Call
	out, in := &c.Sends, &c.Receives
	switch {
	case c.Sem.Match != calls.MatchSendReceive:
		f(p, "", out)
		f(p, "", in)
	case len(c.Sem.Buffers) == 1: // MPI_Sendrecv_replace
		f(p, "", out)
	default:
		f(p, "send ", out)
		f(p, "receive ", in)
	}
}
