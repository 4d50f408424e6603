package rank

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// completed emits the end of the operation of request q, apart from the message that it received. mixed: the call may
// have completed another request with the same handle.
func (o teller) completed(r *Rank, c *call.Call, q *requests.Request, mixed bool) {
	free := c.Sem.Completes == calls.CompletesFree
	if !q.Done {
		bytes := int64(-1)
		if q.File != nil && !q.Sem.IO.Write {
			bytes = c.StatusBytes()
		}
		o.endTouch(r, c, &q.Told.Touched, bytes, free || !c.Ok() || q.Shared || !q.Cancelled.IsZero())
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
	case q.Collective(), q.Sem.Kind == calls.XCommIagree, q.Receives && (q.Sem.Partitioned || q.Told.Receive.On == nil):
		o.Learns(r.head(c, nil))
	case q.Told.Send.Id == 0:
	case q.Cancelled.IsZero() && (!mixed || q.Told.Send.Mode == calls.SendSynchronous):
		o.accepted(r, c, &q.Told.Send)
	default:
		o.givenUp(r, c, &q.Told.Send)
	}
}

// completes emits the outcomes of the messages whose requests a call completes.
func (o teller) completes(r *Rank, c *call.Call) {
	s := c.Sem
	var statuses event.Array
	if s.Statuses {
		statuses = event.ArrayOf(c.OutBlob, len(s.LeaveBlob)-1)
	}
	for d := r.Requests.Completed(&c.Call, &c.Asked); d.Next(); {
		q := d.Request
		o.completed(r, c, q, d.Handle.Mixed)
		switch {
		case q.Done, q.Told.Send.On == nil && q.Told.Receive.On == nil:
		case s.Completes == calls.CompletesFree || !c.Ok():
			o.took(r, c, &q.Told.Receive, messages.Outcome{Failed: !c.Ok()})
		case q.Sem.Match == calls.MatchSendReceive: // MPICH up to 5.0 does not set the status of MPI_Isendrecv
			o.took(r, c, &q.Told.Receive, q.Told.Receive.AsPosted())
		case s.Statuses:
			o.took(r, c, &q.Told.Receive, r.Messages.StatusAt(&q.Told.Receive, statuses, d.Status))
		default:
			o.took(r, c, &q.Told.Receive, r.Messages.Status(&c.Call, &q.Told.Receive))
		}
		q.Told.Receive.Id = 0
		if q.Told.Send.Id != 0 && !q.Cancelled.IsZero() && !q.Done {
			o.cancelled(r, c, q, statuses, d.Status)
		}
	}
}

// cancelled emits whether MPI_Cancel withdrew a send, according to the status of the send's request.
func (o teller) cancelled(r *Rank, c *call.Call, q *requests.Request, statuses event.Array, i int) {
	s := c.Sem
	bytes := int64(0)
	switch {
	case c.Ok() && s.Statuses && 2*i+1 < statuses.Len():
		bytes = statuses.At(2*i + 1)
	case c.Ok() && s.Status >= 0:
		bytes = c.OutWord(int(s.Status) + 2)
	default:
		o.doubt(r, c, &q.Told.Send)
		return
	}
	if bytes < 0 {
		x := o.Unsends(r.head(c, q.Told.Send.On))
		x.Message, x.To, x.Tag = q.Told.Send.Id, q.Told.Send.Peer, q.Told.Send.Tag
	}
}
