package meet

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
)

// leftTo returns the channels with messages for a rank that nothing has received, in the order of communicator,
// source and tag. It is called only when all ops have been taken.
func (m *messages) leftTo(rank int32) []*channel {
	if m.left == nil {
		m.left = map[int32][]*channel{}
		for k, c := range m.channels {
			if c.sends.Len() > 0 && k.kind != partitioned {
				m.left[k.to] = append(m.left[k.to], c)
			}
		}
		for _, list := range m.left {
			slices.SortFunc(list, func(a, b *channel) int {
				return cmp.Or(cmp.Compare(a.key.comm, b.key.comm), cmp.Compare(a.key.from, b.key.from),
					cmp.Compare(a.key.tag, b.key.tag))
			})
		}
	}
	return m.left[rank]
}

// leftFor is leftTo for a single communicator.
func (m *messages) leftFor(r *receiver) []*channel {
	all := m.leftTo(r.key.rank)
	first, _ := slices.BinarySearchFunc(all, r.key.comm,
		func(c *channel, comm uint64) int { return cmp.Compare(c.key.comm, comm) })
	n := first
	for n < len(all) && all[n].key.comm == r.key.comm {
		n++
	}
	return all[first:n]
}

// messageFor returns the channel of the message that a receive meets, and its index there; nil if none has been sent.
// Receives that were posted earlier take their messages first; a wildcard receive with a choice is assumed to leave
// messages that x could take.
func (m *messages) messageFor(x *posted) (*channel, int) {
	if x.at != nil && len(x.on.wild) == 0 {
		if i := x.at.before(x); i < x.at.sends.Len() {
			return x.at, i
		}
		return nil, 0
	}
	list := m.leftFor(x.on)
	taken := make([]int, len(list))
	for i, c := range list {
		taken[i] = c.before(x)
	}
	for _, w := range x.on.wild {
		if w.id >= x.id {
			break
		}
		if i := choice(list, taken, w, x); i >= 0 {
			taken[i]++
		}
	}
	for i, c := range list {
		if x.takes(&c.key) && taken[i] < c.sends.Len() {
			return c, taken[i]
		}
	}
	return nil, 0
}

// before counts the receives of a channel that were posted before x.
func (c *channel) before(x *posted) int {
	n := 0
	for n < c.receives.Len() && (*c.receives.At(n)).id < x.id {
		n++
	}
	return n
}

// choice returns the channel from which a wildcard receive takes a message, if possible a message that x cannot
// take; -1: there is no message for it. taken says how many messages of each channel are gone.
func choice(list []*channel, taken []int, wild, x *posted) int {
	found := -1
	for i, c := range list {
		if wild.takes(&c.key) && taken[i] < c.sends.Len() && (found < 0 || x.takes(&list[found].key)) {
			found = i
		}
	}
	return found
}

// uncertain reports whether the log lacks messages of a rank that may have sent or received the wanted message.
func (m *messages) uncertain(rank int32, w *rank.Wanted) bool {
	if w.Peer != op.AnySource {
		return m.Unseen(rank) || m.Unseen(w.Peer)
	}
	return slices.ContainsFunc(w.On.All, m.Unseen)
}

// Message returns the verdict on a message that a rank waits for, and names the call that keeps it up: the send of
// a message that is too big, or the matched probe whose message has not been received since.
func (m *messages) Message(rank int32, w *rank.Wanted) (end.Verdict, tracker.Site) {
	switch {
	case m.uncertain(rank, w):
		return end.Unsettled, tracker.Site{}
	case w.Send:
		return m.judgeSend(rank, w)
	}
	p := m.postedFor(rank, w)
	if p == nil {
		return end.Met, tracker.Site{} // it has met its message
	}
	if p.on.unsure || p.at != nil && p.at.unsure {
		return end.Unsettled, tracker.Site{}
	}
	switch c, i := m.messageFor(p); {
	case c == nil:
		return end.Unmet, tracker.Site{}
	case c.unsure:
		return end.Unsettled, tracker.Site{}
	case tooLong(c.sends.At(i), p):
		return end.TooBig, c.sends.At(i).end.Site
	}
	return end.Met, tracker.Site{}
}

// postedFor returns the receive that a rank waits for; a probe counts as a receive posted after all others.
func (m *messages) postedFor(rank int32, w *rank.Wanted) *posted {
	if !w.Probe {
		return m.posted[rank].of(w.ID)
	}
	return &posted{id: 1 << 62, from: w.Peer, tag: w.Tag, on: m.receiver(w.On, rank)}
}

func (m *messages) judgeSend(rank int32, w *rank.Wanted) (v end.Verdict, found tracker.Site) {
	c := m.channels[channelKey{w.On.ID, rank, w.Peer, w.Tag, ordinary}]
	if c == nil || w.Mode == calls.SendBuffered {
		return end.Met, found
	}
	if c.unsure {
		return end.Unsettled, found
	}
	i, n := 0, c.sends.Len()
	for i < n && c.sends.At(i).id != w.ID {
		i++
	}
	wild := m.wildFor(c)
	switch takers := c.receives.Len() + wild; {
	case i == n && c.beyond == 0: // it has been received
		return end.Met, found
	case i == n && n <= takers: // the message may be among those that were only counted
		return end.Unsettled, found
	case i >= takers:
		return end.Unmet, found
	case wild == 0 && (*c.receives.At(i)).began == 0 && c.sure():
		return end.Unmet, (*c.receives.At(i)).end.Site
	}
	return end.Met, found
}

// wildFor counts the wildcard receives that might take a message of the channel.
func (m *messages) wildFor(c *channel) int {
	n := 0
	if r := m.receivers[receiverKey{c.key.comm, c.key.to}]; r != nil {
		for _, w := range r.wild {
			if w.takes(&c.key) {
				n++
			}
		}
	}
	return n
}

// differ returns the difference between a receive of a rank and a message to that rank; ok is false unless there is
// exactly one.
func differ(comm uint64, from, tag int32, k *channelKey) (what fact.Mismatch, ok bool) {
	n := 0
	if comm != k.comm {
		what, n = fact.MismatchComm, n+1
	}
	if from != op.AnySource && from != k.from {
		what, n = fact.MismatchRank, n+1
	}
	if tag != op.AnyTag && tag != k.tag {
		what, n = fact.MismatchTag, n+1
	}
	return what, n == 1
}

// partitioned returns the channel of partitioned operations that a message would meet if it were partitioned; nil
// if there is none, or none that is certain.
func (m *messages) partitioned(k channelKey) *channel {
	k.kind = partitioned
	if c := m.channels[k]; c != nil && !c.unsure {
		return c
	}
	return nil
}

// Near returns a send or receive that differs in a single respect from the wanted partner of a rank, nil if there
// is none.
func (m *messages) Near(rank int32, w *rank.Wanted, s *end.Standings) *fact.Near {
	if w.Send {
		return m.nearReceive(&channelKey{w.On.ID, rank, w.Peer, w.Tag, ordinary}, s)
	}
	return m.nearSend(rank, w)
}

// nearSend returns a message without a receive that differs in a single respect from the message that a rank waits
// for, nil if there is none.
func (m *messages) nearSend(rank int32, w *rank.Wanted) (out *fact.Near) {
	if c := m.partitioned(channelKey{comm: w.On.ID, from: w.Peer, to: rank, tag: w.Tag}); c != nil &&
		c.sends.Len() > 0 {
		return &fact.Near{Site: c.sends.At(0).end.Site, Differs: fact.MismatchPartitioned, Comm: c.comm, Peer: w.Peer,
			Tag: w.Tag}
	}
	for _, c := range m.leftTo(rank) {
		what, ok := differ(w.On.ID, w.Peer, w.Tag, &c.key)
		if !ok || out != nil && out.Differs <= what {
			continue
		}
		if i := c.receives.Len() + m.wildFor(c); i < c.sends.Len() && !c.unsure {
			out = &fact.Near{Site: c.sends.At(i).end.Site, Differs: what, Comm: c.comm, Peer: c.key.from, To: rank,
				Tag: c.key.tag}
		}
	}
	if w.Peer == op.AnySource || out != nil && out.Differs != fact.MismatchRank {
		return out
	}
	return cmp.Or(m.takenInstead(rank, w), out, m.misdirected(rank, w))
}

// takenInstead returns the message that a rank waits for if a receive from any source took it recently, and could
// as well have taken a message of another rank that is left; else nil.
func (m *messages) takenInstead(rank int32, w *rank.Wanted) *fact.Near {
	r := m.receivers[receiverKey{w.On.ID, rank}]
	if r == nil {
		return nil
	}
	for i := range r.taken {
		t := &r.taken[(r.oldest+len(r.taken)-1-i)%len(r.taken)] // from the newest
		if t.key.from != w.Peer || w.Tag != op.AnyTag && w.Tag != t.key.tag {
			continue
		}
		for _, c := range m.leftFor(r) {
			if c.key.from != w.Peer && !c.unsure && t.by.takes(&c.key) &&
				c.sends.Len() > c.receives.Len()+m.wildFor(c) {
				return &fact.Near{Site: t.by.end.Site, Differs: fact.MismatchTaken, Comm: r.comm, Peer: c.key.from,
					To: rank, Tag: t.key.tag}
			}
		}
	}
	return nil
}

// misdirected returns a message without a receive that the rank waiting for it would take had it not gone to
// another rank, nil if there is none.
func (m *messages) misdirected(rank int32, w *rank.Wanted) *fact.Near {
	for _, c := range m.leftOf(w.Peer) {
		if c.unsure || c.key.to == rank || c.key.comm != w.On.ID || w.Tag != op.AnyTag && w.Tag != c.key.tag {
			continue
		}
		if i := c.receives.Len() + m.wildFor(c); i < c.sends.Len() {
			return &fact.Near{Site: c.sends.At(i).end.Site, Differs: fact.MismatchTo, Comm: c.comm, Peer: w.Peer,
				To: c.key.to, Tag: c.key.tag}
		}
	}
	return nil
}

// leftOf returns the channels with messages of a rank that nothing has received, in the order of their first
// messages. It is called only when all ops have been taken.
func (m *messages) leftOf(rank int32) []*channel {
	if m.leftFrom == nil {
		m.leftFrom = map[int32][]*channel{}
		for _, c := range m.leftover() {
			if c.key.kind != partitioned {
				m.leftFrom[c.key.from] = append(m.leftFrom[c.key.from], c)
			}
		}
	}
	return m.leftFrom[rank]
}

// nearReceive returns a receive without a message, or a probe, that differs in a single respect from the receive
// that a message of the channel needs, nil if there is none.
func (m *messages) nearReceive(k *channelKey, s *end.Standings) (out *fact.Near) {
	if c := m.partitioned(*k); c != nil && c.receives.Len() > 0 {
		return &fact.Near{Site: (*c.receives.At(0)).end.Site, Differs: fact.MismatchPartitioned, Comm: c.comm,
			Peer: k.from, Tag: k.tag}
	}
	see := func(site tracker.Site, comm tracker.Object, from, tag int32) bool {
		what, ok := differ(comm.ID, from, tag, k)
		if ok = ok && (out == nil || what < out.Differs); ok {
			out = &fact.Near{Site: site, Differs: what, Comm: comm, Peer: from, Tag: tag}
		}
		return ok
	}
	for _, p := range m.posted[k.to].all() {
		before := out
		if p.done || p.kind == partitioned || !see(p.end.Site, p.on.comm, p.from, p.tag) {
			continue
		}
		if c, _ := m.messageFor(p); c != nil {
			out = before
		}
	}
	for _, c := range s.Open(k.to) {
		for _, w := range c.Wants {
			if w.Probe {
				see(w.Site, w.On.Object, w.Peer, w.Tag)
			}
		}
	}
	return out
}

// undelivered lists the buffered messages of a rank that no receive has been posted for.
func (m *messages) undelivered(from int32) (out []rank.Wanted) {
	for _, c := range m.leftover() {
		if c.key.from != from || c.key.kind == partitioned || c.unsure {
			continue
		}
		for i := c.receives.Len() + m.wildFor(c); i < c.sends.Len(); i++ {
			if s := c.sends.At(i); s.end.Mode == calls.SendBuffered {
				out = append(out, rank.Wanted{Site: s.end.Site, On: &op.Place{Object: c.comm}, Send: true,
					Mode: calls.SendStandard,
					Peer: c.key.to, Tag: c.key.tag, ID: s.id})
			}
		}
	}
	return out
}

// Drained fills in the messages for which calls that empty their rank's buffer wait.
func (m *messages) Drained(rests []*rank.Rest) {
	for _, r := range rests {
		if r == nil {
			continue
		}
		for i := range r.Open {
			if c := &r.Open[i]; c.Drains {
				c.Wants = m.undelivered(c.Site.Rank)
			}
		}
	}
}

// leftover returns the channels with messages that wait for a receive, in the order
// of the sends.
func (m *messages) leftover() []*channel {
	var out []*channel
	for _, c := range m.channels {
		if c.sends.Len() > 0 {
			out = append(out, c)
		}
	}
	slices.SortFunc(out, func(a, b *channel) int {
		x, y := a.sends.At(0), b.sends.At(0)
		// A call may start many.
		return cmp.Or(cmp.Compare(a.key.from, b.key.from), cmp.Compare(x.end.N, y.end.N), cmp.Compare(x.id, y.id),
			cmp.Compare(a.key.comm, b.key.comm), cmp.Compare(a.key.to, b.key.to), cmp.Compare(a.key.tag, b.key.tag),
			cmp.Compare(a.key.kind, b.key.kind))
	})
	return out
}
