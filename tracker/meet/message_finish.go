package meet

import (
	"cmp"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/end"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/queue"
)

// maxSites bounds the sends of the same place in the program that are named.
const maxSites = 8

// finish reports the messages that no receive has taken although both ranks have
// come to the end.
func (m *messages) finish(run *end.Run) {
	m.finishReceives()
	m.finishTags(run)
	found := map[unreceivedKey]*fact.Unreceived{}
	var order []unreceivedKey
	for _, c := range m.leftover() {
		k := &c.key
		if !run.EndedWell(k.from) || !run.EndedWell(k.to) || m.Unseen(k.from) || m.Unseen(k.to) ||
			c.unsure || k.kind == partitioned || m.mayTake(c) {
			continue
		}
		of := func(s *sent) *fact.Unreceived {
			place := unreceivedKey{k.comm, k.from, k.to, s.end.Site.Call, s.end.Site.PC}
			u := found[place]
			if u == nil {
				u = &fact.Unreceived{Comm: c.comm, To: k.to, Tag: k.tag, Data: s.end.Data,
					Waiting: m.nearReceive(k, run.Standings)}
				found[place] = u
				order = append(order, place)
			}
			return u
		}
		for i := c.receives.Len(); i < c.sends.Len(); i++ { // the receives were never completed: REQ001
			s := c.sends.At(i)
			u := of(s)
			if u.Count++; len(u.Sites) < maxSites {
				u.Sites = append(u.Sites, s.end.Site)
			}
		}
		if n := c.sends.Len(); c.beyond > 0 && n > c.receives.Len() {
			of(c.sends.At(n - 1)).Count += c.beyond
		}
	}
	for _, k := range order {
		m.Emit(found[k])
	}
}

// finishReceives reports the receives that never returned, or were never completed,
// although there was a message for them: it was too long.
func (m *messages) finishReceives() {
	for rank := range m.posted {
		for _, p := range m.posted[rank].all() {
			if p.done || p.kind == partitioned || p.on.unsure || m.Unseen(int32(rank)) {
				continue
			} else if c, i := m.candidate(int32(rank), p); c != nil {
				p.failed = true
				m.pair(c, c.sends.At(i), p)
			} else if p.wild() {
				m.mayNotFit(p)
			}
		}
	}
}

// mayNotFit reports a message that does not fit into a wildcard receive which never returned, if another message fits.
func (m *messages) mayNotFit(p *posted) {
	var good, bad *sent
	var on *channel
	for _, c := range m.leftFor(p.on) {
		if !p.takes(&c.key) || c.receives.Len() > 0 || c.unsure || p.blocker(&c.key) != nil {
			continue
		}
		switch s := c.sends.At(0); {
		case fits(&s.end.Data, &p.end.Data):
			good = cmp.Or(good, s)
		case bad == nil && m.firstLeft(c, s):
			bad, on = s, c
		}
	}
	if good == nil || bad == nil || good.end.Site.Rank == bad.end.Site.Rank {
		return
	}
	m.Emit(&fact.MessageRace{Comm: on.comm, Receive: p.end, Taken: good.end, Other: bad.end, Misfit: true, Open: true})
}

// candidate returns a message that a receive must have met if it has met any, as every message that it could have
// met is too long for it. i is the message's index on its channel.
func (m *messages) candidate(rank int32, p *posted) (found *channel, i int) {
	if p.at != nil {
		i = queue.Index(&p.at.receives, p)
		if p.at.unsure || i >= p.at.sends.Len() || !tooLong(p.at.sends.At(i), p) || p.blocker(&p.at.key) != nil {
			return nil, 0
		}
		return p.at, i
	}
	for _, c := range m.leftFor(p.on) {
		if !p.takes(&c.key) {
			continue
		}
		if c.receives.Len() > 0 || c.unsure || !tooLong(c.sends.At(0), p) || p.blocker(&c.key) != nil {
			return nil, 0
		}
		if found == nil {
			found = c
		}
	}
	return found, 0
}

type unreceivedKey struct {
	comm     uint64
	from, to int32
	call     calls.Kind
	pc       uint64
}

// mayTake reports whether a receive that was never completed may have taken a message
// of the channel.
func (m *messages) mayTake(c *channel) bool {
	r := m.receivers[receiverKey{c.key.comm, c.key.to}]
	return r != nil && (r.unsure || m.wildFor(c) > 0)
}

// finishTags emits the races whose tag no other message has, if the ranks have sent all their messages.
func (m *messages) finishTags(run *end.Run) {
	whole := true
	for r := range int32(m.Size) {
		whole = whole && run.EndedWell(r) && !m.Unseen(r)
	}
	for _, k := range m.tags.keys {
		for _, f := range m.tags.of[k] {
			f.OnlyTag = whole
			m.Emit(f)
		}
		delete(m.tags.of, k)
	}
}
