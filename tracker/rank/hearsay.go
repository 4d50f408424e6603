package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// learns emits that this rank may have learned of the progress of other ranks by a returned call, in a way that no
// other op expresses.
func (o teller) learns(r *Rank, c *call.Call) {
	if r.Blind.Messages {
		return // messages are not recorded
	}
	s := c.Sem
	news := false
	switch s.Match {
	case calls.MatchArrived:
		o.foundParts(r, c)
	case calls.MatchGroup:
		news = !c.Ok()
	case calls.MatchSurvivors:
		news = s.Makes != calls.ClassComm || !c.Ok()
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

// founds reports whether a call creates a communicator whose ranks are members of no common object in the log: the
// ranks of a group, or two groups.
func founds(s *calls.Sem) bool {
	return s.Makes == calls.ClassComm &&
		(s.Match == calls.MatchGroup || s.Kind == calls.IntercommCreate || s.Kind == calls.XCommShrink)
}

// founded emits that a call created such a communicator. If several threads may create communicators at once, their
// order proves nothing.
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
