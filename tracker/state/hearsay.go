package state

import "github.com/gomarmot/gomarmot/pmpi/calls"

// learns adds that a call which has returned may have told the rank what others have done, in a
// way that no other op shows.
func (o *Ops) learns(r *Rank, c *Call) {
	if r.blind.messages {
		return // of messages nothing is known at all
	}
	s := c.Sem
	news := false
	switch s.Match {
	case calls.MatchArrived:
		news = c.ok() && c.OutWord(int(s.Flag)) != 0
	case calls.MatchGroup, calls.MatchConnect, calls.MatchJob:
		news = true
	case calls.MatchCollective:
		news = s.Makes == calls.ClassComm && (s.Root >= 0 || c.Kind == calls.IntercommCreate)
	case calls.MatchReceive, calls.MatchSendReceive:
		news = s.Starts == calls.NoOperation && c.received.on == nil && r.hasSource(c)
	case calls.MatchProbe:
		news = c.Comm.Place() == nil && r.hasSource(c)
	}
	if news {
		o.add(r, c, Learns, nil)
	}
}

// hasSource reports whether a call may receive from another process.
func (r *Rank) hasSource(c *Call) bool {
	s := c.Sem
	return s.Source < 0 || c.In[s.Source] != r.Flavour.ProcNull
}

// completed adds what the end of a request's operation tells the rank of others, beside
// the message that it has received.
func (o *Ops) completed(r *Rank, c *Call, q *Request) {
	free := c.Sem.Completes == calls.CompletesFree
	if q.File != nil && !q.Done {
		o.endsAccess(r, c, q)
		return
	}
	switch {
	case q.Done:
	case free || !c.ok():
		o.givenUp(r, c, &q.send)
	case q.Win != nil:
		if on := q.Win.Place(); on != nil && q.arrived > 0 {
			o.add(r, c, HasRequest, on).Count = q.arrived
		}
	case q.on != nil:
		o.add(r, c, Joins, q.on).Count = q.arrived
	case q.Collective(), q.receives && (q.Sem.Partitioned || q.receive.on == nil):
		o.add(r, c, Learns, nil)
	case q.send.id == 0:
	case q.Cancelled.IsZero():
		o.accepted(r, c, &q.send)
	default:
		o.givenUp(r, c, &q.send)
	}
}
