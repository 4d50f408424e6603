package state

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Partitions are those of a partitioned send, or receive, and which of them the
// program has marked as ready, or found to have arrived, since the operation was
// started.
type Partitions struct {
	N     int64
	Ready int64
	// unsure: a call that marks partitions has failed, or has named one that does not exist.
	unsure bool
	round  int64 // how often it was started
	bits   []uint64
	by     map[int64]tracker.Site // of the first few: the call that marked it
}

// maxMarked bounds the partitions of which the call that marked them is kept.
const maxMarked = 64

func newPartitions(n int64) *Partitions { return &Partitions{N: max(n, 0)} }

// restart begins the next operation.
func (p *Partitions) restart() {
	if p != nil {
		p.Ready, p.unsure = 0, false
		p.round++
		clear(p.bits)
		clear(p.by)
	}
}

// Has reports whether there is a partition i.
func (p *Partitions) Has(i int64) bool { return i >= 0 && i < p.N }

// IsReady reports whether partition i is ready, and the call that marked it, if
// that is known.
func (p *Partitions) IsReady(i int64) (bool, tracker.Site) {
	if !p.Has(i) || int(i>>6) >= len(p.bits) || p.bits[i>>6]>>(i&63)&1 == 0 {
		return false, tracker.Site{}
	}
	return true, p.by[i]
}

// Missing returns the first partition that is certainly not ready, -1 if there is none.
func (p *Partitions) Missing() int64 {
	if p.Ready == p.N || p.unsure {
		return -1
	}
	for i := range p.N {
		if ready, _ := p.IsReady(i); !ready {
			return i
		}
	}
	return -1
}

func (p *Partitions) mark(i int64, by tracker.Site) {
	if ready, _ := p.IsReady(i); ready || !p.Has(i) {
		return
	}
	if len(p.bits) == 0 {
		p.bits = make([]uint64, (p.N+63)>>6)
	}
	p.bits[i>>6] |= 1 << (i & 63)
	p.Ready++
	if i < maxMarked {
		if p.by == nil {
			p.by = map[int64]tracker.Site{}
		}
		p.by[i] = by
	}
}

// arrived applies MPI_Parrived: of a receive, the partitions that have arrived are
// marked.
func (t *requests) arrived(c *recorded, a *asked) {
	for g := a.Given(); g.Next() && c.OutWord(0) != 0; {
		if q := g.Request; q != nil && q.Parts != nil && q.receives {
			q.Parts.mark(c.Arg("partition"), c.Site)
		}
	}
}

// ready applies a call that marks partitions.
func (t *requests) ready(c *recorded, a *asked) {
	for g := a.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil {
			continue
		}
		for m := c.Marks(); ; {
			i, ok := m.Next()
			if !ok {
				break
			}
			if !q.Parts.Has(i) || !c.ok() {
				q.Parts.unsure = true
				break
			}
			q.Parts.mark(i, c.Site)
		}
	}
}

// readies adds the partitions that a call marks, in runs. A call that fails may have marked them.
func (o teller) readies(r *Rank, c *Call) {
	if r.blind.messages {
		return
	}
	for g := c.Given(); g.Next(); {
		q := g.Request
		if q == nil || q.Parts == nil || q.told.send.id == 0 {
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
				x := o.Readies(r.head(c, q.told.send.on))
				x.Message, x.Parts = q.told.send.partitioned, op.Parts{Round: q.Parts.round, From: from, To: to, Of: q.Parts.N}
			}
			if !ok {
				break
			}
			from, to = i, i+1
		}
	}
}

// partsArrived adds that partitions of a receive are there.
func (o teller) partsArrived(r *Rank, c *Call, q *Request, from, to int64) {
	m := &q.told.receive
	x := o.HasArrived(r.head(c, m.on))
	x.Message, x.Parts = m.partitioned, op.Parts{Round: q.Parts.round, From: from, To: to, Of: q.Parts.N}
}

// foundParts adds that MPI_Parrived has found a partition.
func (o teller) foundParts(r *Rank, c *Call) {
	if !c.ok() || c.OutWord(int(c.Sem.Flag)) == 0 {
		return
	}
	for g := c.Given(); g.Next(); {
		q, i := g.Request, c.Arg("partition")
		switch {
		case q == nil || q.Parts == nil || !q.Active: // it tells nothing
		case q.told.receive.partitioned == 0 || !q.Parts.Has(i):
			o.Learns(r.head(c, nil))
		default:
			o.partsArrived(r, c, q, i, i+1)
		}
	}
}

// partsComplete adds that a partitioned receive is complete, or that its request is freed.
func (o teller) partsComplete(r *Rank, c *Call, q *Request, freed bool) {
	switch {
	case q.told.receive.partitioned == 0:
	case freed:
		x := o.HasArrived(r.head(c, q.told.receive.on))
		x.Message, x.Freed = q.told.receive.partitioned, true
	case q.Active && !q.Done:
		o.partsArrived(r, c, q, 0, q.Parts.N)
	}
}
