package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// learns adds that a call which has returned may have told the rank what others have done, in a
// way that no other op shows.
func (o teller) learns(r *Rank, c *call.Call) {
	if r.Blind.Messages {
		return // of messages nothing is known at all
	}
	s := c.Sem
	news := false
	switch s.Match {
	case calls.MatchArrived:
		o.foundParts(r, c)
	case calls.MatchGroup:
		news = !c.Ok()
	case calls.MatchConnect, calls.MatchJob:
		news = true
	case calls.MatchCollective:
		news = s.Makes == calls.ClassComm && s.Root >= 0 || c.Kind == calls.IntercommCreate && !c.Ok()
	case calls.MatchReceive, calls.MatchSendReceive:
		news = s.Starts == calls.NoOperation && c.Told.Received.On == nil && r.Messages.HasSource(&c.Call)
	case calls.MatchProbe:
		news = c.Comm.Place() == nil && r.Messages.HasSource(&c.Call)
	}
	if news {
		o.Learns(r.head(c, nil))
	}
}

// founds reports whether a call creates a communicator with ranks that no object shows: those of a group, or
// of two.
func founds(s *calls.Sem) bool {
	return s.Makes == calls.ClassComm && (s.Match == calls.MatchGroup || s.Kind == calls.IntercommCreate)
}

// founded adds that the call has returned. Where threads may make such calls at the same time, their order
// tells nothing.
func (o teller) founded(r *Rank, c *call.Call) {
	if r.Blind.Messages {
		return
	}
	switch on := r.Objects.CommOf(c.Made()).Place(); {
	case on == nil || r.ThreadLevel == reading.ThreadMultiple:
		o.Learns(r.head(c, nil))
	case !on.Alone():
		o.Founds(r.head(c, on))
	}
}
