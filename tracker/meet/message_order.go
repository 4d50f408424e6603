package meet

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// tell adds the knowledge that the two ranks of a message gain of each other.
func (m *messages) tell(c *channel, s *sent, p *posted) {
	if p.kind == partitioned {
		bytes := s.end.Data.Bytes()
		m.strict.PairParts(c.key.from, c.key.to, s.id, p.id, c.sure() && !p.unsure && !p.failed)
		m.parts.pair(partsKey{c.key.from, s.id}, partsKey{c.key.to, p.id}, c.sure() && !p.unsure && !p.failed &&
			bytes >= 0 && bytes == p.end.Data.Bytes())
		return
	}
	if !m.order.Watching() || !p.done {
		return
	}
	if !p.heard {
		m.deliver(c, s, p)
	}
	if s.end.Mode != calls.SendSynchronous || s.accepted {
		return
	}
	a := m.accepted[c.key.from]
	if a == nil || len(a) > maxUnmatched { // of requests that were freed, the end is never known
		a = map[int64]order.Point{}
		m.accepted[c.key.from] = a
	}
	a[s.id] = p.since
}

// deliver gives a receiver the knowledge of the sender.
func (m *messages) deliver(c *channel, s *sent, p *posted) {
	p.heard = true
	m.order.Edge(s.at, c.key.to, p.ended)
	m.delivery = stamp.Delivery{Rank: c.key.to, Message: true, N: p.id, From: s.at, Bytes: s.end.Data.Bytes()}
	m.Note(&m.delivery)
	if !c.sure() || p.unsure || p.on.unsure {
		m.order.Blur(c.key.to, p.ended)
	}
}

// hearSender keeps a rank back whose receive is complete.
func (m *messages) hearSender(rank int32, x *op.Received) {
	if p := m.posted[rank].of(x.Message); p != nil && !p.heard && p.kind != partitioned && m.order.Watching() {
		m.hold(rank, arrived{m, rank, p.id, x.N})
	}
}

// arrived is a receive that is complete.
type arrived struct {
	m    *messages
	rank int32
	id   int64
	n    int64 // records of the rank up to then
}

// unheard returns the receive, nil if its rank has heard of the message or never will.
func (x arrived) unheard() *posted {
	p := x.m.posted[x.rank].of(x.id)
	if p == nil || p.heard || p.at == nil {
		return nil
	}
	return p
}

func (x arrived) holds() bool {
	p := x.unheard()
	return p != nil && p.blocker(&p.at.key) == nil && queue.Index(&p.at.receives, p) >= p.at.sends.Len()
}

func (x arrived) settle() {
	m, p := x.m, x.unheard()
	if p == nil {
		return
	}
	c := p.at
	if p.blocker(&c.key) == nil {
		m.deliver(c, c.sends.At(queue.Index(&c.receives, p)), p)
		return
	}
	p.heard = true // which message it took is decided by a later call of this rank
	if c.sends.Len() > 0 {
		m.order.Edge(c.sends.At(0).at, x.rank, x.n)
	}
	m.order.Blur(x.rank, x.n)
}

func (x arrived) released() { x.m.order.Blur(x.rank, x.n) }

// accept keeps a rank back whose synchronous send is complete.
func (m *messages) accept(rank int32, x *op.Sent) {
	if !m.order.Watching() || x.Mode != calls.SendSynchronous || x.GivenUp {
		return
	}
	if c := m.channel(x.On, rank, x.To, x.Tag, ordinary); c != nil {
		m.hold(rank, accepted{m, c, x.Message, x.N})
	}
}

// accepted is a synchronous send that is complete.
type accepted struct {
	m  *messages
	on *channel
	id int64
	n  int64 // records of the rank up to then
}

// pending returns the number of the send on its channel; ok is false if its receive has met it, if it was
// cancelled, or if records are missing.
func (x accepted) pending() (i int, ok bool) {
	if _, met := x.m.accepted[x.on.key.from][x.id]; met {
		return 0, false
	}
	for i := range x.on.sends.Len() {
		if x.on.sends.At(i).id == x.id {
			return i, true
		}
	}
	return 0, false
}

func (x accepted) holds() bool {
	i, ok := x.pending()
	return ok && (i >= x.on.receives.Len() || (*x.on.receives.At(i)).blocker(&x.on.key) != nil)
}

func (x accepted) settle() {
	met := x.m.accepted[x.on.key.from]
	if at, ok := met[x.id]; ok {
		delete(met, x.id)
		x.knows(at)
		return
	}
	if i, ok := x.pending(); ok {
		x.on.sends.At(i).accepted = true
		x.knows((*x.on.receives.At(i)).since)
	}
}

func (x accepted) knows(at order.Point) {
	x.m.order.Edge(at, x.on.key.from, x.n)
	if !x.on.sure() {
		x.released()
	}
}

func (x accepted) released() { x.m.order.Blur(x.on.key.from, x.n) }

// readySince is when the receive was posted for certain: a call that sends as well may send first.
func (p *posted) readySince() *order.Point {
	at := p.since
	if calls.Of(p.end.Site.Call).Match == calls.MatchSendReceive {
		at.N++
	}
	return &at
}

// sees takes a probe that has found a message.
func (m *messages) sees(rank int32, x *op.Seen) {
	c := m.channel(x.On, x.From, rank, x.Tag, ordinary)
	if c == nil {
		return
	}
	if x.Contended {
		c.taker, m.threaded[rank] = -1, true
	}
	r := m.receiver(x.On, rank)
	r.probe = seeing{site: x.Site, from: x.From, tag: x.Tag, n: x.N}
	for _, w := range r.wild {
		if w.takes(&c.key) {
			m.blur(rank, &x.Head) // which message was left for the probe is not known yet
			return
		}
	}
	m.probed(c, x)
	if !m.order.Watching() {
		return
	}
	c.lookers++
	m.hold(rank, seen{m, c, c.matched + int64(c.receives.Len()), x.N})
}

// probed has a probe wait for the message that it has found.
func (m *messages) probed(c *channel, x *op.Seen) {
	if !c.sure() {
		return
	}
	d := m.strict.Probing(x)
	c.probes = append(c.probes, probe{c.matched + int64(c.receives.Len()), d})
	m.foresee(c, c.receives.Len())
	m.strict.Wait(d, &x.Site, x.N)
}

// seen is a message that a probe has found.
type seen struct {
	m  *messages
	on *channel
	k  int64 // its number on the channel
	n  int64 // records of the rank up to then
}

func (x seen) holds() bool {
	return int(x.k-x.on.matched) >= x.on.sends.Len() && x.on.lookers > 0
}

func (x seen) settle() {
	c := x.on
	i := int(x.k - c.matched)
	if i >= 0 && i < c.sends.Len() {
		x.m.order.Edge(c.sends.At(i).at, c.key.to, x.n)
	}
	if i < 0 || !c.sure() {
		x.m.order.Blur(c.key.to, x.n)
	}
	c.lookers--
}

func (x seen) released() {
	x.on.lookers--
	x.m.order.Blur(x.on.key.to, x.n)
}
