package match

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// Partitioned messages in the replay: a receive waits for all partitions to be marked as ready; a send may wait for
// its receive to be started, as a standard send does. When both are started for the k-th time they belong
// together.

// partEnd is one end of a partitioned message.
type partEnd struct {
	rank   int32
	sends  bool
	peer   *partEnd // nil: it is not known yet
	starts map[int64]*partStart
	early  []partNeed // what the end waits for, as long as the other one is not known
	round  int64      // in which it is; 0: in none
	lost   bool       // what it meets, or what it does, is not known
	freed  bool       // its request is freed
}

// partStart is what an end does each time that it is started.
type partStart struct {
	// row is what the other end waits for: of a send its partitions, of a receive its start; nil: it has
	// not come.
	row   *wait.Row
	left  int64        // who has still to enter it
	needs []*wait.Need // of the other end, as long as there is no row
	taken bool         // the other end is complete
}

type partNeed struct {
	round int64
	need  *wait.Need
	last  bool // the operation is complete after it
}

// maxStarts bounds the rounds of an end that the other one has not completed.
const maxStarts = 1 << 12

// partEndOf returns the end that a rank has created, with the given number.
func (m *strict) partEndOf(rank int32, id int64) *partEnd {
	k := partsKey{rank, id}
	e := m.parts[k]
	if e == nil {
		e = &partEnd{rank: rank, starts: map[int64]*partStart{}}
		m.parts[k] = e
	}
	return e
}

func (e *partEnd) start(round int64) *partStart {
	s := e.starts[round]
	if s == nil {
		s = &partStart{}
		e.starts[round] = s
	}
	return s
}

// pairParts takes the two ends of a partitioned message.
func (m *strict) pairParts(c *channel, s *sent, p *posted) {
	a, b := m.partEndOf(c.key.from, s.id), m.partEndOf(c.key.to, p.id)
	a.peer, b.peer = b, a
	if !c.sure() || p.unsure || p.failed {
		m.loseEnd(a)
		m.loseEnd(b)
	}
	m.metEnd(partsKey{c.key.from, s.id}, a)
	m.metEnd(partsKey{c.key.to, p.id}, b)
}

// metEnd goes on with an end of which it is known now what it meets.
func (m *strict) metEnd(k partsKey, e *partEnd) {
	for _, x := range e.early {
		m.needPart(e, x)
	}
	if e.early = nil; e.freed {
		delete(m.parts, k)
	}
}

// restartParts takes an end that is started.
func (m *strict) restartParts(rank int32, o *op.Op) {
	x := o.More.(*op.Parts)
	e := m.partEndOf(rank, o.Count)
	e.sends, e.round = o.Mode != calls.NoSend, x.Round
	if o.Failed || e.sends && x.Of > maxParts || len(e.starts) > maxStarts {
		m.loseEnd(e)
	}
	if e.lost {
		return
	}
	s := e.start(x.Round)
	if s.left = 1; e.sends {
		s.left = x.Of
	}
	s.row = m.replay.NewRow(int(s.left))
	for _, d := range s.needs {
		m.replay.Joins(d, s.row)
	}
	s.needs = nil
	if !e.sends {
		m.enterPart(e, x.Round, o)
	}
}

// enterPart takes a step for which the other end waits.
func (m *strict) enterPart(e *partEnd, round int64, x *op.Op) {
	s := e.starts[round]
	if s == nil || s.row == nil || s.left == 0 {
		return
	}
	s.left--
	m.replay.Enter(s.row, &x.Site, x.N)
	e.tidy(round)
}

// tidy forgets a round in which nothing is left to be done.
func (e *partEnd) tidy(round int64) {
	if s := e.starts[round]; s != nil && s.taken && s.row != nil && s.left == 0 {
		delete(e.starts, round)
	}
}

// freeEnd forgets an end whose request is freed, as soon as it is known what it has met.
func (m *strict) freeEnd(k partsKey, e *partEnd) {
	if e.freed = true; e.peer != nil || e.lost {
		delete(m.parts, k)
	}
}

// readies takes partitions that a send marks as ready.
func (m *strict) readies(rank int32, o *op.Op) {
	x := o.More.(*op.Parts)
	if e := m.parts[partsKey{rank, o.Count}]; e != nil && !e.lost {
		for range x.To - x.From {
			m.enterPart(e, x.Round, o)
		}
	}
}

// partsSent has the call wait that completes a partitioned send.
func (m *strict) partsSent(rank int32, x *op.Op) {
	k := partsKey{rank, x.Count}
	e := m.parts[k]
	switch {
	case e == nil:
	case x.Unsure:
		m.freeEnd(k, e)
	case e.round != 0:
		m.awaitParts(e, partNeed{e.round, m.needOf(fact.Started, fact.Allowed, x), true}, x)
		e.round = 0
	}
}

// partsArrived has a call wait that has found partitions of a receive, or all of it.
func (m *strict) partsArrived(rank int32, o *op.Op) {
	k := partsKey{rank, o.Count}
	e := m.parts[k]
	x, ok := o.More.(*op.Parts)
	switch {
	case e == nil:
	case !ok:
		m.freeEnd(k, e)
	case calls.Of(o.Site.Call).Match == calls.MatchArrived: // the two sides may divide the message in different ways
		m.awaitParts(e, partNeed{x.Round, m.needOf(fact.Parts, fact.Polled, o), false}, o)
	case e.round != 0:
		m.awaitParts(e, partNeed{x.Round, m.needOf(fact.Parts, fact.Always, o), true}, o)
		e.round = 0
	}
}

func (m *strict) needOf(what fact.What, why fact.Why, x *op.Op) *wait.Need {
	d := m.replay.NewNeed(what, polls(&x.Site, why), x.On)
	d.Begun = x.Site
	return d
}

// awaitParts has a call wait for what the other end does in a round.
func (m *strict) awaitParts(e *partEnd, x partNeed, o *op.Op) {
	if e.peer == nil && !e.lost {
		e.early = append(e.early, x)
	} else {
		m.needPart(e, x)
	}
	m.replay.Wait(x.need, &o.Site, o.N)
}

// needPart says what an end waits for.
func (m *strict) needPart(e *partEnd, x partNeed) {
	if e.lost || e.peer.lost {
		m.replay.Drop(x.need)
		return
	}
	x.need.Peer = e.peer.rank
	s := e.peer.start(x.round)
	s.taken = s.taken || x.last
	if s.row == nil {
		s.needs = append(s.needs, x.need)
		return
	}
	m.replay.Joins(x.need, s.row)
	e.peer.tidy(x.round)
}

// loseEnd says that it is not known what an end does, or what it meets.
func (m *strict) loseEnd(e *partEnd) {
	if e.lost {
		return
	}
	e.lost = true
	for _, s := range e.starts {
		for _, d := range s.needs {
			m.replay.Drop(d)
		}
		if s.row != nil {
			m.replay.Break(s.row)
		}
	}
	clear(e.starts)
	for _, x := range e.early {
		m.replay.Drop(x.need)
	}
	e.early = nil
}

// loseParts forgets the ends of a rank, and those that they meet.
func (m *strict) loseParts(rank int32) {
	for _, e := range m.parts {
		if e.rank == rank || e.peer != nil && e.peer.rank == rank {
			m.loseEnd(e)
		}
	}
}
