package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// maxTaken bounds the messages of a receiver that others are compared with.
const maxTaken = 16

// mayTakeOther looks for an earlier receive from any source that could as well have taken this
// message: for the message need not have been sent after that receive was complete.
func (m *messages) mayTakeOther(c *channel, s *sent, p *posted) {
	r := p.on
	r.sizes.add(p, c, s)
	only := onlyUnknown
	for i := range r.taken {
		t := &r.taken[(r.oldest+i)%len(r.taken)]
		r.judge(t)
		if t.key.from == c.key.from || t.by.id > p.id || !t.by.takes(&c.key) || slices.Contains(t.asked, c.key.from) {
			continue
		}
		t.asked = append(t.asked, c.key.from) // messages of the same source do not overtake each other
		named := !p.wild() && c.sends.Len() == 1
		if m.cameAfter(t, s) {
			continue
		}
		misfit := m.misfits(r, t, c, s)
		sized := !misfit && m.sized(r, t, c, s)
		if !misfit && !sized && !named && t.by.end.Site.PC == p.end.Site.PC && r.answers(t) {
			continue
		}
		f := &fact.MessageRace{Comm: c.comm, Receive: t.by.end, Taken: t.send, Other: s.end, OtherBy: p.end,
			Named: named, Tag: c.key.tag,
			Regardless: t.by.ignored || p.since.N < t.by.ended, Misfit: misfit,
			Sized: sized, Probe: t.by.probe.site}
		if m.namesOnlyTag(t, c, p, &only) {
			m.tags.wait(tagKey{c.key.comm, c.key.to, c.key.tag}, f)
			continue
		}
		m.Emit(f)
	}
	if p.from != op.AnySource {
		return
	}
	if len(r.taken) < maxTaken {
		r.taken = append(r.taken, taken{})
		r.taken[len(r.taken)-1].fill(c, s, p)
		return
	}
	r.past.add(&r.taken[r.oldest])
	r.taken[r.oldest].fill(c, s, p)
	r.oldest = (r.oldest + 1) % maxTaken
}

// misfits reports whether a message that a receive could have taken certainly would not have fitted into it, in
// contrast to the message that it took.
func (m *messages) misfits(r *receiver, t *taken, c *channel, s *sent) bool {
	room := &t.by.end.Data
	if calls.Of(t.by.end.Made.Call).Makes == calls.ClassMessage || fits(&s.end.Data, room) ||
		!fits(&t.send.Data, room) {
		return false
	}
	return t.by.tag != op.AnyTag || r.misfit.first(t, s, func() bool { return m.firstLeft(c, s) })
}

// sized reports whether the message that a receive took would not have fitted if the probe before the receive had found
// a certain other message: the receive then would have had room for that message.
func (m *messages) sized(r *receiver, t *taken, c *channel, s *sent) bool {
	x := r.sizes[t.by.end.Site.PC]
	bytes := s.end.Data.Bytes()
	return x != nil && x.varies && t.by.fitsProbed(&t.key, &t.send.Data) && bytes >= 0 && bytes < t.send.Data.Bytes() &&
		s.at.MayKnow(t.key.to) < t.by.probe.n && r.misfit.first(t, s, func() bool { return m.firstLeft(c, s) })
}

// fitsProbed reports whether the receive took the message that the probe before it had found, and has room for no
// longer message.
func (p *posted) fitsProbed(k *channelKey, sent *op.Data) bool {
	n := sent.Bytes()
	return p.probe.n > 0 && p.probe.from == k.from && p.probe.tag == k.tag && n >= 0 && n == p.end.Data.Bytes()
}

// add adds a receive that has taken the message s of channel c.
func (x *sizes) add(p *posted, c *channel, s *sent) {
	if !p.fitsProbed(&c.key, &s.end.Data) {
		return
	}
	at, n := (*x)[p.end.Site.PC], s.end.Data.Bytes()
	switch {
	case at != nil:
		at.varies = at.varies || at.bytes != n
	case *x == nil:
		*x = sizes{p.end.Site.PC: {bytes: n}}
	default:
		(*x)[p.end.Site.PC] = &size{bytes: n}
	}
}

// fits reports whether a message matches a receive in length and types, as far as that is known.
func fits(sent, room *op.Data) bool {
	return datatype.CompareSignatures(sent.Type, sent.Count, room.Type, room.Count) == nil
}

// firstLeft reports whether no earlier message of the same rank, to the same rank on the same communicator, is
// left: a receive with any tag takes the first.
func (m *messages) firstLeft(c *channel, s *sent) bool {
	for k, o := range m.channels {
		if o != c && k.comm == c.key.comm && k.from == c.key.from && k.to == c.key.to && o.sends.Len() > 0 &&
			o.sends.At(0).at.N < s.at.N {
			return false
		}
	}
	return true
}

func (t *taken) fill(c *channel, s *sent, p *posted) {
	t.by, t.key, t.send, t.at, t.then, t.asked = *p, c.key, s.end, s.at, unknown, t.asked[:0]
	t.by.blocks = nil
}

func (x *past) add(t *taken) {
	if !x.some {
		*x = past{true, t.by.since.N, t.by.ended, t.key.from, t.by.tag}
		return
	}
	x.first, x.ended = min(x.first, t.by.since.N), max(x.ended, t.by.ended)
	if x.from != t.key.from {
		x.from = op.AnySource
	}
	if x.tag != t.by.tag {
		x.tag = op.AnyTag
	}
}

// mayHaveMet reports whether an earlier receive from any source, complete by now, could have taken this message as
// well as its own, and when the first such receive was posted, in records of its rank; 0: not known.
func (m *messages) mayHaveMet(c *channel, s *sent, p *posted) (found bool, first int64) {
	r := p.on
	if !r.wilds || !m.order.Watching() {
		return r.wilds, 0
	}
	rivals := func(from int32, posted int64) bool { return from != c.key.from && (!found || posted < first) }
	for i := range r.taken {
		if t := &r.taken[i]; t.by.takes(&c.key) && t.by.id < p.id && rivals(t.key.from, t.by.since.N) &&
			!follows(t, s) {
			found, first = true, t.by.since.N
		}
	}
	for _, w := range r.late {
		if w.takes(&c.key) && w.id < p.id && rivals(w.at.key.from, w.since.N) {
			found, first = true, w.since.N
		}
	}
	if x := &r.past; x.some && (x.tag == op.AnyTag || x.tag == c.key.tag) && rivals(x.from, x.first) &&
		!knows(s, c.key.to, x.ended) {
		found, first = true, x.first
	}
	if m.threaded[c.key.to] { // its threads come to their receives in any order
		first = 0
	}
	return found, first
}

// follows reports whether a message was certainly sent after a receive had taken another message.
func follows(t *taken, s *sent) bool {
	return knows(s, t.key.to, t.by.ended) ||
		s.at.Rank != t.key.to && t.send.Mode == calls.SendSynchronous && s.at.Knows(t.at.Rank) > t.at.N
}

// knows reports whether a message was certainly sent after a rank had n records.
func knows(s *sent, rank int32, n int64) bool {
	if s.at.Rank == rank {
		return s.at.N >= n
	}
	return s.at.Knows(rank) >= n
}

// cameAfter reports whether a message was, or may have been, sent after a receive had taken another message.
func (m *messages) cameAfter(t *taken, s *sent) bool {
	switch {
	case m.order.Vague(s.at), s.at.Rank == t.key.to && s.at.N >= t.by.ended, s.at.MayKnow(t.key.to) >= t.by.ended:
		return true
	case t.send.Mode == calls.SendSynchronous: // it is complete only when it has been taken
		return s.at.MayKnow(t.at.Rank) > t.at.N
	}
	return false
}

func (r *replies) sends(x *op.Send) {
	r.sent[r.n%maxReplies] = reply{x.To, x.N}
	r.n++
}

// next returns the first message that the rank sent when it had at least after records.
func (r *replies) next(after int64) (reply, bool) {
	for k := max(0, r.n-maxReplies); k < r.n; k++ {
		if x := r.sent[k%maxReplies]; x.n >= after {
			return x, k == 0 || k > r.n-maxReplies // else an earlier reply may be forgotten
		}
	}
	return reply{}, false
}

// judge looks for the answer to a message.
func (r *replies) judge(t *taken) {
	if t.then != unknown {
		return
	}
	x, known := r.next(t.by.ended)
	if !known {
		return
	}
	p := r.places[t.by.end.Site.PC]
	if p == nil {
		p = &replying{}
		if r.places == nil {
			r.places = map[uint64]*replying{}
		}
		r.places[t.by.end.Site.PC] = p
	}
	if x.to != t.key.from {
		t.then, p.other = toOther, true
		return
	}
	t.then = answered
	p.answered++
}

// answers reports whether the rank has answered a message that it took, or does so at that place: when there is no
// more work, it need not.
func (r *replies) answers(t *taken) bool {
	p := r.places[t.by.end.Site.PC]
	return p != nil && !p.other && (t.then == answered || p.answered > 1)
}

// only reports whether a message is the only unreceived message with its tag, once this has been computed.
type only uint8

const (
	onlyUnknown only = iota
	onlyYes
	onlyNo
)

// namesOnlyTag reports whether receive p, which took a message from channel c, names a tag that no other message at
// hand has. Earlier receive t takes any tag, and has taken a message with a different tag. is remembers the answer for
// the message from receive to receive.
func (m *messages) namesOnlyTag(t *taken, c *channel, p *posted, is *only) bool {
	tag := c.key.tag
	if p.from != op.AnySource || p.tag == op.AnyTag || t.by.tag != op.AnyTag || t.key.tag == tag ||
		m.tags.n >= mostOnlyTags {
		return false
	}
	for i := range p.on.taken { // a later receive of any tag that took one could take the message of t instead
		o := &p.on.taken[i]
		if o.by.id > t.by.id && o.by.tag == op.AnyTag && o.key.tag == tag {
			return false
		}
	}
	if *is == onlyUnknown {
		*is = m.onlyWithTag(c)
	}
	return *is == onlyYes
}

// onlyWithTag reports whether only the first message of a channel has the channel's receiver and tag.
func (m *messages) onlyWithTag(c *channel) only {
	if c.sends.Len() != 1 {
		return onlyNo
	}
	for k, o := range m.channels {
		if o != c && k.comm == c.key.comm && k.to == c.key.to && k.tag == c.key.tag && o.sends.Len() > 0 {
			return onlyNo
		}
	}
	return onlyYes
}

// tagUsed emits the races whose tag a further message has.
func (m *messages) tagUsed(c *channel) {
	k := tagKey{c.key.comm, c.key.to, c.key.tag}
	for _, f := range m.tags.of[k] {
		m.Emit(f)
	}
	delete(m.tags.of, k)
}
