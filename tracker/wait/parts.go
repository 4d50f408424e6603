package wait

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Partitioned messages in the replay: a receive waits for all partitions to be marked as ready; a send may wait for
// its receive to be started, as a standard send does. When both are started for the k-th time they belong
// together.

// parts are the partitioned messages of a job.
type parts struct {
	*Replay
	of map[key]*partEnd
}

// partEnd is an end of a partitioned message.
type partEnd struct {
	rank   int32
	sends  bool
	peer   *partEnd // nil: it is not known yet
	starts map[int64]*partStart
	early  []partNeed // needs of this end, as long as the other end is not known
	round  int64      // in which it is; 0: in none
	lost   bool       // its other end, or its own steps, are not known
	freed  bool       // its request is freed
}

// partStart is a start of an end.
type partStart struct {
	// row is for the other end to wait for: of a send its partitions, of a receive its start; nil: it has not
	// come.
	row   *Row
	left  int64   // who has still to enter it
	needs []*Need // of the other end, as long as there is no row
	taken bool    // the other end is complete
}

type partNeed struct {
	round int64
	need  *Need
	last  bool // the operation is complete after it
}

// MaxParts bounds the partitions of a message that are told apart.
const MaxParts = 1 << 12

// maxRounds bounds the rounds of an end that the other end has not completed.
const maxRounds = 1 << 12

// end returns the end that a rank has created, with the given number.
func (m *parts) end(k key) *partEnd {
	e := m.of[k]
	if e == nil {
		e = &partEnd{rank: k.rank, starts: map[int64]*partStart{}}
		m.of[k] = e
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

// pair takes the two ends of a partitioned message.
func (m *parts) pair(send, receive key, sure bool) {
	a, b := m.end(send), m.end(receive)
	a.peer, b.peer = b, a
	if !sure {
		m.loseEnd(a)
		m.loseEnd(b)
	}
	m.metEnd(send, a)
	m.metEnd(receive, b)
}

// metEnd goes on with an end whose other end has become known.
func (m *parts) metEnd(k key, e *partEnd) {
	for _, x := range e.early {
		m.needPart(e, x)
	}
	if e.early = nil; e.freed {
		delete(m.of, k)
	}
}

// restart takes an end that is started.
func (m *parts) restart(rank int32, x *op.RestartParts) {
	e := m.end(key{rank, x.Message})
	e.sends, e.round = x.Mode != calls.NoSend, x.Round
	if x.Failed || e.sends && x.Of > MaxParts || len(e.starts) > maxRounds {
		m.loseEnd(e)
	}
	if e.lost {
		return
	}
	s := e.start(x.Round)
	if s.left = 1; e.sends {
		s.left = x.Of
	}
	s.row = m.NewRow(int(s.left))
	for _, d := range s.needs {
		m.Joins(d, s.row)
	}
	s.needs = nil
	if !e.sends {
		m.enterPart(e, x.Round, &x.Head)
	}
}

// enterPart takes a step for which the other end waits.
func (m *parts) enterPart(e *partEnd, round int64, x *op.Head) {
	s := e.starts[round]
	if s == nil || s.row == nil || s.left == 0 {
		return
	}
	s.left--
	m.Enter(s.row, &x.Site, x.N)
	e.tidy(round)
}

// tidy forgets a round in which nothing is left to be done.
func (e *partEnd) tidy(round int64) {
	if s := e.starts[round]; s != nil && s.taken && s.row != nil && s.left == 0 {
		delete(e.starts, round)
	}
}

// freeEnd forgets an end whose request is freed, as soon as its other end is known.
func (m *parts) freeEnd(k key, e *partEnd) {
	if e.freed = true; e.peer != nil || e.lost {
		delete(m.of, k)
	}
}

// readies takes partitions that a send marks as ready.
func (m *parts) readies(rank int32, x *op.Ready) {
	if e := m.of[key{rank, x.Message}]; e != nil && !e.lost {
		for range x.To - x.From {
			m.enterPart(e, x.Round, &x.Head)
		}
	}
}

// sent has a call that completes a partitioned send wait for its receive.
func (m *parts) sent(rank int32, x *op.Sent) {
	k := key{rank, x.Message}
	e := m.of[k]
	switch {
	case e == nil:
	case x.GivenUp:
		m.freeEnd(k, e)
	case e.round != 0:
		m.awaitParts(e, partNeed{e.round, m.Need(fact.Started, fact.Allowed, &x.Head), true}, &x.Head)
		e.round = 0
	}
}

// arrived has a call that has found partitions of a receive, or all of it, wait for the send.
func (m *parts) arrived(rank int32, x *op.PartsArrived) {
	k := key{rank, x.Message}
	e := m.of[k]
	switch {
	case e == nil:
	case x.Freed:
		m.freeEnd(k, e)
	case calls.Of(x.Site.Call).Match == calls.MatchArrived: // the two sides may divide the message in different ways
		m.awaitParts(e, partNeed{x.Round, m.Need(fact.Parts, fact.Polled, &x.Head), false}, &x.Head)
	case e.round != 0:
		m.awaitParts(e, partNeed{x.Round, m.Need(fact.Parts, fact.Always, &x.Head), true}, &x.Head)
		e.round = 0
	}
}

// awaitParts has a call wait for the other end in a round.
func (m *parts) awaitParts(e *partEnd, x partNeed, o *op.Head) {
	if e.peer == nil && !e.lost {
		e.early = append(e.early, x)
	} else {
		m.needPart(e, x)
	}
	m.Wait(x.need, &o.Site, o.N)
}

// needPart ties a need of an end to the row of the other end.
func (m *parts) needPart(e *partEnd, x partNeed) {
	if e.lost || e.peer.lost {
		m.Drop(x.need)
		return
	}
	x.need.Peer = e.peer.rank
	s := e.peer.start(x.round)
	s.taken = s.taken || x.last
	if s.row == nil {
		s.needs = append(s.needs, x.need)
		return
	}
	m.Joins(x.need, s.row)
	e.peer.tidy(x.round)
}

// loseEnd says that the steps of an end, or its other end, are not known.
func (m *parts) loseEnd(e *partEnd) {
	if e.lost {
		return
	}
	e.lost = true
	for _, s := range e.starts {
		for _, d := range s.needs {
			m.Drop(d)
		}
		if s.row != nil {
			m.breakUp(s.row)
		}
	}
	clear(e.starts)
	for _, x := range e.early {
		m.Drop(x.need)
	}
	e.early = nil
}

// lose forgets the ends of a rank, and their other ends.
func (m *parts) lose(rank int32) {
	for _, e := range m.of {
		if e.rank == rank || e.peer != nil && e.peer.rank == rank {
			m.loseEnd(e)
		}
	}
}
