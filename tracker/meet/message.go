package meet

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/queue"
)

func newMessages(c *common) *messages {
	m := &messages{common: c, unseen: make([]bool, c.Size), sweepAt: fewChannels,
		channels: map[channelKey]*channel{}, receivers: map[receiverKey]*receiver{},
		posted: make([]numbered[posted], c.Size), accepted: make([]map[int64]order.Point, c.Size),
		unmatched: make([]int, c.Size), threaded: make([]bool, c.Size)}
	m.parts = partitions{sends: map[partsKey]*partSend{}, receives: map[partsKey]partReceive{}}
	for i := range m.unseen {
		m.unseen[i] = c.lossy[i] || !c.IsPresent(int32(i)) || c.Mute != nil && c.Mute[i]
	}
	return m
}

func (m *messages) Routes(k *op.Kinds) {
	k.Revokes.To(m.revoke)
	k.Sends.To(m.send)
	k.Unsends.To(m.unsend)
	k.Doubts.To(m.doubt)
	k.Receives.To(m.receive)
	k.Describes.To(m.describe)
	k.Received.To(m.received)
	k.Withdrawn.To(m.withdrawn)
	k.Sent.To(m.accept)
	k.Sees.To(m.sees)
	k.Learns.To(m.blur)
	k.Readies.To(m.ready)
	k.HasArrived.To(m.partsArrived)
}

// Choosing reports whether the rank has an incomplete receive that may take several messages.
func (m *messages) Choosing(comm uint64, rank int32) bool {
	r := m.receivers[receiverKey{comm, rank}]
	return r != nil && len(r.wild) > 0
}

func (m *messages) send(rank int32, x *op.Send) {
	c := m.channel(x.On, rank, x.To, x.Tag, kindOf(x.Partitioned))
	if c == nil {
		return
	}
	m.usedBy(&c.sender, &x.Site)
	if len(m.tags.of) > 0 {
		m.tagUsed(c)
	}
	if r := m.known(receiverKey{x.On.ID, rank}); r != nil && r.wilds {
		r.sends(x)
	}
	d := m.strict.Sending(rank, x)
	if c.beyond > 0 || c.sends.Len() == mostLeft {
		c.beyond++
		m.strict.Unmatch(&d)
		return
	}
	end := fact.End{Site: x.Site, N: x.N, Mode: x.Mode, Data: x.Data, Made: x.Made}
	c.sends.Push(sent{end: end, id: x.Message, at: m.order.At(rank, x.N), need: d})
	m.unmatched[rank]++
	m.foresee(c, c.sends.Len()-1)
	m.drain(c)
	if d != nil {
		m.strict.SendWaits(d, &x.Head)
	}
	m.keepUp(rank)
}

// keepUp holds a rank back that is far ahead of the ranks at the other ends.
func (m *messages) keepUp(rank int32) {
	if m.holdsBack(rank) {
		m.hold(rank, behind{m, rank})
	}
}

// behind keeps back a rank with too many unmatched messages.
type behind struct {
	m    *messages
	rank int32
}

func (b behind) holds() bool { return b.m.holdsBack(b.rank) }

func (m *messages) holdsBack(rank int32) bool { return m.unmatched[rank] > maxUnmatched }

// unsend takes back a message that was cancelled.
func (m *messages) unsend(rank int32, x *op.Unsend) {
	c := m.channel(x.On, rank, x.To, x.Tag, ordinary)
	if c == nil {
		return
	}
	for i := range c.sends.Len() {
		if c.sends.At(i).id == x.Message {
			m.strict.Unmatch(&c.sends.At(i).need)
			c.sends.Remove(i)
			m.unmatched[rank]--
			return
		}
	}
	c.unsure = true // it has been matched
}

// doubt ends the matching on a channel: whether a message was sent is unknown.
func (m *messages) doubt(rank int32, x *op.Unsend) {
	if c := m.channel(x.On, rank, x.To, x.Tag, ordinary); c != nil {
		c.unsure = true
	}
}

func (m *messages) receive(rank int32, x *op.Receive) {
	if m.Unseen(rank) || m.revoked[x.On.ID] {
		return
	}
	p := m.newPosted()
	*p = posted{end: fact.End{Site: x.Site, N: x.N, Data: x.Data, Made: x.Made}, id: x.Message, from: x.From,
		tag: x.Tag,
		on:  m.receiver(x.On, rank), bytes: -1, kind: kindOf(x.Partitioned), blocks: p.blocks,
		since: m.order.At(rank, x.N)}
	if calls.Of(x.Site.Call).Makes != calls.ClassMessage {
		p.began = x.N
	}
	if x.From == op.AnySource && p.on.probe.site.Ring == x.Site.Ring {
		p.probe = p.on.probe
	}
	p.on.probe = seeing{}
	p.on.posted++
	if p.wild() || len(p.on.wild) > 0 {
		p.on.recent.add(p)
	}
	m.posted[rank].add(p.id, p)
	if p.wild() {
		p.on.wild = append(p.on.wild, p)
		p.on.wilds = true
		return
	}
	m.place(p, x.On, rank, p.from, p.tag)
}

func (m *messages) newPosted() *posted {
	if n := len(m.freePosted); n > 0 {
		p := m.freePosted[n-1]
		m.freePosted = m.freePosted[:n-1]
		return p
	}
	return &posted{}
}

// place adds a receive to its channel, or forgets it if there is none.
func (m *messages) place(p *posted, on *op.Place, rank, from, tag int32) bool {
	c := m.channel(on, from, rank, tag, p.kind)
	if c == nil {
		m.drop(rank, p)
		return false
	}
	p.at = c
	m.usedBy(&c.taker, &p.end.Site)
	i := c.receives.Len()
	for i > 0 && (*c.receives.At(i - 1)).id > p.id {
		i--
	}
	c.receives.Insert(i, p)
	m.foresee(c, i)
	return true
}

// drop forgets a receive.
func (m *messages) drop(rank int32, p *posted) {
	m.posted[rank].drop(p.id)
	if p.wild() {
		if i := slices.Index(p.on.late, p); i >= 0 {
			p.on.late = slices.Delete(p.on.late, i, i+1)
		}
	}
	p.on.posted--
	if p.done {
		m.unmatched[rank]--
	}
	m.strict.Unmatch(&p.need)
	*p = posted{blocks: p.blocks[:0]}
	m.freePosted = append(m.freePosted, p)
}

// describe adds the buffer and the call that receive a message of a matched probe.
func (m *messages) describe(rank int32, x *op.Receive) {
	if p := m.posted[rank].of(x.Message); p != nil {
		p.end.Data, p.end.Made, p.end.Site, p.began = x.Data, p.end.Site, x.Site, x.N
	}
}

// received takes a receive that is complete.
func (m *messages) received(rank int32, x *op.Received) {
	p := m.posted[rank].of(x.Message)
	if p == nil {
		if m.revoked != nil {
			m.blur(rank, &x.Head)
		}
		return
	}
	p.done, p.bytes, p.failed, p.ignored, p.ended = true, x.Bytes, x.Failed, x.Ignored, x.N
	m.unmatched[rank]++
	d := m.waits(p, x)
	p.need = d
	switch {
	case p.at != nil:
		if x.Unsure && !x.Failed {
			p.at.unsure = true
		}
		p.unsure = !x.Unsure && (x.From != p.from || x.Tag != p.tag)
		m.drain(p.at)
	case x.Unsure: // its message, if it took any, will never be known
		p.on.unsure = true
		m.tame(rank, p, nil)
	default:
		m.tame(rank, p, x)
	}
	if d != nil {
		m.strict.Wait(d, &x.Site, x.N)
	}
	m.hearSender(rank, x)
	m.keepUp(rank)
}

// withdrawn takes a receive that was cancelled.
func (m *messages) withdrawn(rank int32, x *op.Withdraw) {
	p := m.posted[rank].of(x.Message)
	if p == nil {
		return
	}
	c := p.at
	if c == nil {
		m.tame(rank, p, nil)
		return
	}
	c.receives.Remove(queue.Index(&c.receives, p))
	m.drop(rank, p)
	m.drain(c)
}

// tame takes a wildcard receive off the incomplete receives, and drains again the channels that have waited for
// it. x names its message; nil: unknown.
func (m *messages) tame(rank int32, p *posted, x *op.Received) {
	r := p.on
	if i, ok := slices.BinarySearchFunc(r.wild, p.id, func(w *posted,
		id int64) int {
		return cmp.Compare(w.id, id)
	}); ok {
		r.wild = slices.Delete(r.wild, i, i+1)
	}
	m.retry = append(m.retry[:0], p.blocks...)
	for _, c := range m.retry {
		if c.blocker == p {
			c.blocker = nil
		}
	}
	p.blocks = p.blocks[:0]
	if x == nil {
		m.drop(rank, p)
	} else if m.place(p, x.On, rank, x.From, x.Tag) {
		if m.drain(p.at); m.posted[rank].of(p.id) == p {
			r.late = append(r.late, p)
		}
	}
	for _, c := range m.retry {
		m.drain(c)
	}
}

// drain matches sends and receives of a channel as far as possible.
func (m *messages) drain(c *channel) {
	for c.receives.Len() > 0 && c.sends.Len() > 0 {
		p := *c.receives.At(0)
		if !p.done {
			return
		}
		if w := p.blocker(&c.key); w != nil {
			if c.blocker != w {
				c.blocker = w
				w.blocks = append(w.blocks, c)
			}
			return
		}
		m.pair(c, c.sends.At(0), p)
		c.sends.Pop()
		c.receives.Pop()
		c.matched++
		m.unmatched[c.key.from]--
		m.drop(c.key.to, p)
		if c.beyond > 0 && c.sends.Len() == 0 {
			c.unsure, c.beyond = true, 0
		}
	}
}

// pair reports a message that has met its receive.
func (m *messages) pair(c *channel, s *sent, p *posted) {
	threads := c.sender < 0 || c.taker < 0
	if p.failed && !tooLong(s, p) || !p.failed && !threads && otherSize(s, p) {
		c.unsure = true // perhaps it has taken no message, or another message
	}
	m.tell(c, s, p)
	sure := !c.unsure && !threads && !p.unsure && !p.on.unsure && !p.failed
	m.takenBy(c, s, p, sure)
	m.strict.Found(&p.need, s.end.Site, s.at.N, sure)
	f := &m.found
	*f = fact.Message{Comm: c.comm, Send: s.end, Receive: p.end, Tag: c.key.tag, Bytes: p.bytes,
		Partitions: p.kind == partitioned, Failed: p.failed,
		Unpaired: c.unsure || threads || p.unsure || p.on.unsure}
	if f.Send.Mode == calls.SendReady {
		f.Posted = fact.Order(m.order.Relate(p.readySince(), &s.at))
	}
	m.Emit(f)
	if p.kind == ordinary && !f.Unpaired && !p.failed && m.order.Watching() {
		m.mayTakeOther(c, s, p)
	}
}

// lose forgets the channels of a rank whose records are incomplete.
func (m *messages) lose(rank int32) {
	m.unseen[rank] = true
	for k, c := range m.channels {
		if k.from != rank && k.to != rank {
			continue
		}
		m.dropChannel(c)
	}
	maps.DeleteFunc(m.receivers, func(k receiverKey, _ *receiver) bool { return k.rank == rank })
	m.posted[rank], m.accepted[rank], m.unmatched[rank] = numbered[posted]{}, nil, 0
	m.forgetNear()
}

// revoke forgets the messages of a communicator that is revoked, or of which a process has failed: sends may never be
// received. Later messages on it are not matched.
func (m *messages) revoke(_ int32, x *op.Head) {
	id := x.On.ID
	if m.revoked[id] {
		return
	}
	if m.revoked == nil {
		m.revoked = map[uint64]bool{}
	}
	m.revoked[id] = true
	for k, c := range m.channels {
		if k.comm == id {
			m.dropChannel(c)
		}
	}
	for rank := range m.posted {
		for _, p := range m.posted[rank].all() {
			if p.on != nil && p.on.key.comm == id {
				p.on.unsure = true
				m.tame(int32(rank), p, nil)
			}
		}
	}
	m.forgetNear()
}

// dropChannel forgets a channel, with the messages and receives that wait on it.
func (m *messages) dropChannel(c *channel) {
	k := c.key
	m.unmatched[k.from] -= c.sends.Len()
	for i := range c.sends.Len() {
		m.strict.Unmatch(&c.sends.At(i).need)
	}
	for i := range c.probes {
		m.strict.Unmatch(&c.probes[i].need)
	}
	for i := range c.receives.Len() {
		m.drop(k.to, *c.receives.At(i))
	}
	*c = channel{} // a receive may still list it in blocks
	delete(m.channels, k)
}
