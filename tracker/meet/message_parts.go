package meet

import (
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// maxRounds bounds the rounds that are kept for the receiver.
const maxRounds = 64

// pair takes a send that has met its receive.
func (p *partitions) pair(send, receive partsKey, sure bool) {
	p.receives[receive] = partReceive{send, sure}
}

// ready takes partitions that are marked.
func (m *messages) ready(rank int32, x *op.Ready) {
	if !m.order.Watching() {
		return
	}
	k := partsKey{rank, x.Message}
	s := m.parts.sends[k]
	if s == nil {
		s = &partSend{base: x.Round}
		m.parts.sends[k] = s
	}
	if x.Of > wait.MaxParts {
		s.many = true
		return
	}
	for s.base+int64(len(s.rounds)) <= x.Round {
		if len(s.rounds) == maxRounds {
			s.forget(s.base)
		}
		s.rounds = append(s.rounds, nil)
	}
	if x.Round < s.base {
		return
	}
	r := &s.rounds[x.Round-s.base]
	if *r == nil {
		*r = make(partRound, x.Of)
	}
	at := m.order.At(rank, x.N)
	for i := x.From; i < x.To; i++ {
		(*r)[i] = at
	}
}

// forget drops the marks of all starts of the send up to number k.
func (s *partSend) forget(k int64) {
	n := copy(s.rounds, s.rounds[k-s.base+1:])
	clear(s.rounds[n:])
	s.rounds, s.base = s.rounds[:n], k+1
}

// partsArrived takes partitions that a receiver has found.
func (m *messages) partsArrived(rank int32, x *op.PartsArrived) {
	k := partsKey{rank, x.Message}
	switch {
	case x.Freed:
		delete(m.parts.sends, m.parts.receives[k].from)
		delete(m.parts.receives, k)
	case !m.order.Watching():
	case x.Of > wait.MaxParts:
		m.order.Blur(rank, x.N)
	default:
		m.hold(rank, partsArrived{m, k, x.Parts, x.N})
	}
}

// partsArrived keeps a rank back that has found partitions, until the sender has marked them.
type partsArrived struct {
	m *messages
	k partsKey
	op.Parts
	n int64 // records of the rank when it found them
}

// found says whether it is known when the sender marked the partitions that a receiver has found.
type found uint8

const (
	foundWaits  found = iota // the sender has not marked all of them yet, as far as it was read
	foundMarked              // the sender has marked all of them
	foundVague               // it is unknown when the sender marked them
	foundUnseen              // records of either rank are missing
)

// when returns the state of the partitions and, if all are marked, the point at which the last was marked.
func (x partsArrived) when() (found, order.Point) {
	r, met := x.m.parts.receives[x.k]
	s := x.m.parts.sends[r.from]
	switch {
	case x.m.Unseen(x.k.rank) || met && x.m.Unseen(r.from.rank):
		return foundUnseen, order.Point{}
	case met && (!r.sure || s != nil && s.many):
		return foundVague, order.Point{}
	case !met || s == nil || x.Round >= s.base+int64(len(s.rounds)):
		return foundWaits, order.Point{}
	case x.Round < s.base: // the round was dropped
		return foundVague, order.Point{}
	}
	round := s.rounds[x.Round-s.base]
	of := int64(len(round))
	last := order.Point{}
	for i := x.From * of / x.Of; i*x.Of < x.To*of; i++ {
		if round[i].N == 0 {
			return foundWaits, order.Point{}
		}
		if round[i].N > last.N {
			last = round[i]
		}
	}
	return foundMarked, last
}

func (x partsArrived) holds() bool {
	known, _ := x.when()
	return known == foundWaits
}

func (x partsArrived) settle() {
	switch known, last := x.when(); known {
	case foundVague:
		x.released()
	case foundMarked:
		x.m.order.Edge(last, x.k.rank, x.n)
		if x.To-x.From == x.Of {
			x.m.parts.sends[x.m.parts.receives[x.k].from].forget(x.Round)
		}
	}
}

func (x partsArrived) released() { x.m.order.Blur(x.k.rank, x.n) }
