package rank

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// readies emits the partitions that a call marks as ready, in runs of consecutive partitions. A failed call may have
// marked them, too.
func (o teller) readies(r *Rank, c *call.Call) {
	if r.Blind.Messages {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil || q.Told.Send.Id == 0 {
			continue
		}
		from, to := int64(0), int64(0)
		for m := c.Marks(); ; {
			i, ok := m.Next()
			if ok = ok && q.Parts.Has(i); ok && i == to && from < to {
				to++
				continue
			}
			if from < to {
				x := o.Readies(r.head(c, q.Told.Send.On))
				x.Message, x.Parts = q.Told.Send.Partitioned,
					op.Parts{Round: q.Parts.Round, From: from, To: to, Of: q.Parts.N}
			}
			if !ok {
				break
			}
			from, to = i, i+1
		}
	}
}

// partsArrived emits that partitions [from, to) of a receive have arrived.
func (o teller) partsArrived(r *Rank, c *call.Call, q *requests.Request, from, to int64) {
	m := &q.Told.Receive
	x := o.HasArrived(r.head(c, m.On))
	x.Message, x.Parts = m.Partitioned, op.Parts{Round: q.Parts.Round, From: from, To: to, Of: q.Parts.N}
}

// foundParts emits that MPI_Parrived has found a partition.
func (o teller) foundParts(r *Rank, c *call.Call) {
	if !c.Ok() || c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	for g := c.Given(); g.Next(); {
		q, i := g.Request, c.Arg("partition")
		switch {
		case q == nil || q.Parts == nil || !q.Active: // an inactive request says nothing
		case q.Told.Receive.Partitioned == 0 || !q.Parts.Has(i):
			o.Learns(r.head(c, nil))
		default:
			o.partsArrived(r, c, q, i, i+1)
		}
	}
}

// partsComplete emits that a partitioned receive is complete, or that its request is freed.
func (o teller) partsComplete(r *Rank, c *call.Call, q *requests.Request, freed bool) {
	switch {
	case q.Told.Receive.Partitioned == 0:
	case freed:
		x := o.HasArrived(r.head(c, q.Told.Receive.On))
		x.Message, x.Freed = q.Told.Receive.Partitioned, true
	case q.Active && !q.Done:
		o.partsArrived(r, c, q, 0, q.Parts.N)
	}
}
