package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
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
		news = s.Starts == calls.NoOperation && c.Told.Received.On == nil && r.messages.HasSource(&c.Call)
	case calls.MatchProbe:
		news = c.Comm.Place() == nil && r.messages.HasSource(&c.Call)
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
	switch on := r.objects.CommOf(c.Made()).Place(); {
	case on == nil || r.ThreadLevel == reading.ThreadMultiple:
		o.Learns(r.head(c, nil))
	case !on.Alone():
		o.Founds(r.head(c, on))
	}
}

// completed adds what the end of a request's operation tells the rank of others, beside
// the message that it has received. mixed: perhaps it is another request with the same handle that is complete.
func (o teller) completed(r *Rank, c *call.Call, q *requests.Request, mixed bool) {
	free := c.Sem.Completes == calls.CompletesFree
	if !q.Done {
		o.endTouch(r, c, &q.Told.Touched, free || !c.Ok() || q.Shared || !q.Cancelled.IsZero())
	}
	if q.File != nil && !q.Done {
		o.endsAccess(r, c, q)
		return
	}
	switch {
	case q.Told.Receive.Partitioned != 0 && c.Ok():
		o.partsComplete(r, c, q, free)
	case q.Done:
	case free && q.Told.On != nil && q.Persistent():
		x := o.Restarts(r.head(c, q.Told.On))
		x.Created, x.Freed = q.Told.Arrived, true
	case free || !c.Ok():
		o.givenUp(r, c, &q.Told.Send)
	case q.Win != nil:
		if on := q.Win.Place(); on != nil && q.Told.Arrived > 0 {
			o.HasRequest(r.head(c, on)).Access = q.Told.Arrived
		}
	case q.Told.On != nil:
		if q.Active {
			o.Joins(r.head(c, q.Told.On)).Arrived = q.Told.Arrived
		}
	case q.Collective(), q.Receives && (q.Sem.Partitioned || q.Told.Receive.On == nil):
		o.Learns(r.head(c, nil))
	case q.Told.Send.Id == 0:
	case q.Cancelled.IsZero() && (!mixed || q.Told.Send.Mode == calls.SendSynchronous):
		o.accepted(r, c, &q.Told.Send)
	default:
		o.givenUp(r, c, &q.Told.Send)
	}
}
