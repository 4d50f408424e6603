package state

import "github.com/gomarmot/gomarmot/pmpi/calls"

// learns adds that a call which has returned may have told the rank what others have done, in a
// way that no other op shows.
func (o teller) learns(r *Rank, c *Call) {
	if r.blind.messages {
		return // of messages nothing is known at all
	}
	s := c.Sem
	news := false
	switch s.Match {
	case calls.MatchArrived:
		o.foundParts(r, c)
	case calls.MatchGroup:
		news = !c.ok()
	case calls.MatchConnect, calls.MatchJob:
		news = true
	case calls.MatchCollective:
		news = s.Makes == calls.ClassComm && s.Root >= 0 || c.Kind == calls.IntercommCreate && !c.ok()
	case calls.MatchReceive, calls.MatchSendReceive:
		news = s.Starts == calls.NoOperation && c.told.received.on == nil && r.messages.hasSource(&c.recorded)
	case calls.MatchProbe:
		news = c.Comm.Place() == nil && r.messages.hasSource(&c.recorded)
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
func (o teller) founded(r *Rank, c *Call) {
	if r.blind.messages {
		return
	}
	switch on := r.objects.commOf(c.made()).Place(); {
	case on == nil || r.ThreadLevel == threadMultiple:
		o.Learns(r.head(c, nil))
	case !on.Alone():
		o.Founds(r.head(c, on))
	}
}

// completed adds what the end of a request's operation tells the rank of others, beside
// the message that it has received. mixed: perhaps it is another request with the same handle that is complete.
func (o teller) completed(r *Rank, c *Call, q *Request, mixed bool) {
	free := c.Sem.Completes == calls.CompletesFree
	if !q.Done {
		o.endTouch(r, c, &q.told.touched, free || !c.ok() || q.Shared || !q.Cancelled.IsZero())
	}
	if q.File != nil && !q.Done {
		o.endsAccess(r, c, q)
		return
	}
	switch {
	case q.told.receive.partitioned != 0 && c.ok():
		o.partsComplete(r, c, q, free)
	case q.Done:
	case free && q.told.on != nil && q.Persistent():
		x := o.Restarts(r.head(c, q.told.on))
		x.Created, x.Freed = q.told.arrived, true
	case free || !c.ok():
		o.givenUp(r, c, &q.told.send)
	case q.Win != nil:
		if on := q.Win.Place(); on != nil && q.told.arrived > 0 {
			o.HasRequest(r.head(c, on)).Access = q.told.arrived
		}
	case q.told.on != nil:
		if q.Active {
			o.Joins(r.head(c, q.told.on)).Arrived = q.told.arrived
		}
	case q.Collective(), q.receives && (q.Sem.Partitioned || q.told.receive.on == nil):
		o.Learns(r.head(c, nil))
	case q.told.send.id == 0:
	case q.Cancelled.IsZero() && (!mixed || q.told.send.mode == calls.SendSynchronous):
		o.accepted(r, c, &q.told.send)
	default:
		o.givenUp(r, c, &q.told.send)
	}
}
