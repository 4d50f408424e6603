package match

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// taken is a message that a receive from any source has taken.
type taken struct {
	by    posted
	key   channelKey
	send  fact.End
	at    order.Point // of the send
	asked []int32     // sources of which the first message that it could have taken is known
}

// maxTaken bounds the messages of a receiver that others are compared with.
const maxTaken = 16

// mayTakeOther looks for an earlier receive from any source that could as well have taken this
// message: for the message need not have been sent after that receive was complete.
func (m *messages) mayTakeOther(c *channel, s *sent, p *posted) {
	r := p.on
	for i := range r.taken {
		t := &r.taken[(r.oldest+i)%len(r.taken)]
		if t.key.from == c.key.from || t.by.id > p.id || !t.by.takes(&c.key) || slices.Contains(t.asked, c.key.from) {
			continue
		}
		t.asked = append(t.asked, c.key.from) // messages of one source do not overtake each other
		if m.cameAfter(t, s) {
			continue
		}
		m.emit(&fact.MessageRace{Comm: c.comm, Receive: t.by.end, Taken: t.send, TakenTag: t.key.tag, Other: s.end, OtherTag: c.key.tag,
			OtherBy: p.end, Named: !p.wild() && c.sends.Len() == 1})
	}
	if p.from != state.AnySource {
		return
	}
	if len(r.taken) < maxTaken {
		r.taken = append(r.taken, taken{})
		r.taken[len(r.taken)-1].fill(c, s, p)
		return
	}
	r.taken[r.oldest].fill(c, s, p)
	r.oldest = (r.oldest + 1) % maxTaken
}

func (t *taken) fill(c *channel, s *sent, p *posted) {
	t.by, t.key, t.send, t.at, t.asked = *p, c.key, s.end, s.at, t.asked[:0]
	t.by.blocks = nil
}

// mayHaveMet reports whether an earlier receive from any source, complete by now, could have taken a message
// as well as the one that it has met.
func (m *messages) mayHaveMet(c *channel, s *sent, p *posted) bool {
	r := p.on
	if !r.wilds || !m.order.Watching() {
		return r.wilds
	}
	for i := range r.taken {
		t := &r.taken[i]
		if t.by.takes(&c.key) && t.key.from != c.key.from && t.by.id < p.id && !follows(t, s) {
			return true
		}
	}
	return false
}

// follows reports whether a message was certainly sent after a receive had taken another one.
func follows(t *taken, s *sent) bool {
	if s.at.Rank == t.key.to {
		return s.at.N >= t.by.ended
	}
	return s.at.Knows(t.key.to) >= t.by.ended || t.send.Mode == calls.SendSynchronous && s.at.Knows(t.at.Rank) > t.at.N
}

// cameAfter reports whether a message was, or may have been, sent after a receive had taken
// another one.
func (m *messages) cameAfter(t *taken, s *sent) bool {
	switch {
	case m.order.Vague(s.at), s.at.Rank == t.key.to && s.at.N >= t.by.ended, s.at.MayKnow(t.key.to) >= t.by.ended:
		return true
	case t.send.Mode == calls.SendSynchronous: // it is complete only when it has been taken
		return s.at.MayKnow(t.at.Rank) > t.at.N
	}
	return false
}
