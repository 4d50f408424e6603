package match

import (
	"cmp"
	"maps"
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// verdict says what became of a message that a call waits for when the run ended.
type verdict uint8

const (
	unsettled verdict = iota // not known
	met                      // nothing keeps the call from going on
	unmet                    // it has not been sent, or no receive has been posted for it
	tooBig                   // it has been sent, but does not fit
)

// leftTo returns the channels with messages for a rank that nothing has received, in the order
// of communicator, source and tag. It is asked only when all ops have been taken.
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
				return cmp.Or(cmp.Compare(a.key.comm, b.key.comm), cmp.Compare(a.key.from, b.key.from), cmp.Compare(a.key.tag, b.key.tag))
			})
		}
	}
	return m.left[rank]
}

// leftFor is leftTo for one communicator.
func (m *messages) leftFor(r *receiver) []*channel {
	all := m.leftTo(r.key.rank)
	first, _ := slices.BinarySearchFunc(all, r.key.comm, func(c *channel, comm uint64) int { return cmp.Compare(c.key.comm, comm) })
	n := first
	for n < len(all) && all[n].key.comm == r.key.comm {
		n++
	}
	return all[first:n]
}

// messageFor returns the channel of a message that a receive meets, and its place there; nil if
// none has been sent. Receives that were posted before it take theirs first; where they
// can choose, they leave those that it could take.
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

// choice returns the channel from which a wildcard receive takes a message, one that x cannot take if there is one;
// -1: there is no message for it. taken says how many messages of each channel are gone.
func choice(list []*channel, taken []int, wild, x *posted) int {
	found := -1
	for i, c := range list {
		if wild.takes(&c.key) && taken[i] < c.sends.Len() && (found < 0 || x.takes(&list[found].key)) {
			found = i
		}
	}
	return found
}

// uncertain reports whether messages of a rank are missing that may have sent or received the
// message.
func (m *messages) uncertain(rank int32, w *state.Wanted) bool {
	if w.Peer != op.AnySource {
		return m.isUnseen(rank) || m.isUnseen(w.Peer)
	}
	return slices.ContainsFunc(w.On.All, m.isUnseen)
}

// judge says what became of a message that a rank waits for, and names the call that keeps it up: the send
// of one that is too big, or the matched probe that has found one which has not been received since.
func (m *messages) judge(rank int32, w *state.Wanted) (verdict, tracker.Site) {
	switch {
	case m.uncertain(rank, w):
		return unsettled, tracker.Site{}
	case w.Send:
		return m.judgeSend(rank, w)
	}
	p := m.postedFor(rank, w)
	if p == nil {
		return met, tracker.Site{} // it has met its message
	}
	if p.on.unsure || p.at != nil && p.at.unsure {
		return unsettled, tracker.Site{}
	}
	switch c, i := m.messageFor(p); {
	case c == nil:
		return unmet, tracker.Site{}
	case c.unsure:
		return unsettled, tracker.Site{}
	case tooLong(c.sends.At(i), p):
		return tooBig, c.sends.At(i).end.Site
	}
	return met, tracker.Site{}
}

// postedFor returns the receive that a rank waits for; a probe is like one that was posted
// after all others.
func (m *messages) postedFor(rank int32, w *state.Wanted) *posted {
	if !w.Probe {
		return m.posted[rank][w.ID]
	}
	return &posted{id: 1 << 62, from: w.Peer, tag: w.Tag, on: m.receiver(w.On, rank)}
}

func (m *messages) judgeSend(rank int32, w *state.Wanted) (v verdict, found tracker.Site) {
	c := m.channels[channelKey{w.On.ID, rank, w.Peer, w.Tag, ordinary}]
	if c == nil || w.Mode == calls.SendBuffered {
		return met, found
	}
	if c.unsure {
		return unsettled, found
	}
	i, n := 0, c.sends.Len()
	for i < n && c.sends.At(i).id != w.ID {
		i++
	}
	wild := m.wildFor(c)
	switch takers := c.receives.Len() + wild; {
	case i == n && c.beyond == 0: // it has been received
		return met, found
	case i == n && n <= takers: // it is only counted, as are those before it that may have receives
		return unsettled, found
	case i >= takers:
		return unmet, found
	case wild == 0 && (*c.receives.At(i)).began == 0 && c.sure():
		return unmet, (*c.receives.At(i)).end.Site
	}
	return met, found
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

// differ says in which one thing a receive of a rank differs from a message to that rank; ok is
// false if that is nothing or more than one.
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

// partitioned returns the channel of the partitioned operations that a message would meet if
// it were one; nil if there is none, or none that is certain.
func (m *messages) partitioned(k channelKey) *channel {
	k.kind = partitioned
	if c := m.channels[k]; c != nil && !c.unsure {
		return c
	}
	return nil
}

// nearSend returns a message without a receive that differs in one thing from what a rank
// waits for, nil if there is none.
func (m *messages) nearSend(rank int32, w *state.Wanted) (out *fact.Near) {
	if c := m.partitioned(channelKey{comm: w.On.ID, from: w.Peer, to: rank, tag: w.Tag}); c != nil && c.sends.Len() > 0 {
		return &fact.Near{Site: c.sends.At(0).end.Site, Differs: fact.MismatchPartitioned, Comm: c.comm, Peer: w.Peer, Tag: w.Tag}
	}
	for _, c := range m.leftTo(rank) {
		what, ok := differ(w.On.ID, w.Peer, w.Tag, &c.key)
		if !ok || out != nil && out.Differs <= what {
			continue
		}
		if i := c.receives.Len() + m.wildFor(c); i < c.sends.Len() && !c.unsure {
			out = &fact.Near{Site: c.sends.At(i).end.Site, Differs: what, Comm: c.comm, Peer: c.key.from, Tag: c.key.tag}
		}
	}
	return out
}

// nearReceive returns a receive without a message, or a probe, that differs in one thing from
// what a message of the channel needs, nil if there is none.
func (m *messages) nearReceive(k *channelKey, st *standings) (out *fact.Near) {
	if c := m.partitioned(*k); c != nil && c.receives.Len() > 0 {
		return &fact.Near{Site: (*c.receives.At(0)).end.Site, Differs: fact.MismatchPartitioned, Comm: c.comm, Peer: k.from, Tag: k.tag}
	}
	see := func(site tracker.Site, comm tracker.Object, from, tag int32) bool {
		what, ok := differ(comm.ID, from, tag, k)
		if ok = ok && (out == nil || what < out.Differs); ok {
			out = &fact.Near{Site: site, Differs: what, Comm: comm, Peer: from, Tag: tag}
		}
		return ok
	}
	byID := m.posted[k.to]
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		p, before := byID[id], out
		if p.done || p.kind == partitioned || !see(p.end.Site, p.on.comm, p.from, p.tag) {
			continue
		}
		if c, _ := m.messageFor(p); c != nil {
			out = before
		}
	}
	if r := st.rests[k.to]; r != nil {
		for i := range r.Open {
			for _, w := range r.Open[i].Wants {
				if w.Probe {
					see(w.Site, w.On.Object, w.Peer, w.Tag)
				}
			}
		}
	}
	return out
}

// maxNear is for how many messages of one call a near miss is looked for.
const maxNear = 4

// wants lists the messages that keep a call from returning. A standard send is left out where
// something else does: the MPI library may have kept a copy.
func (m *messages) wants(st *standings, c *state.OpenCall) []fact.Want {
	var out, sends []fact.Want
	for i := range c.Wants {
		w := &c.Wants[i]
		v, at := m.judge(c.Site.Rank, w)
		if v == met || v == unsettled && (w.Peer < 0 || m.present(w.Peer)) {
			continue
		}
		x := fact.Want{Comm: w.On.Object, Send: w.Send, Peer: fact.Stand{Rank: w.Peer}, Tag: w.Tag}
		if w.Send {
			x.Found = at
		} else {
			x.TooLong = at
		}
		if w.Site != c.Site {
			x.Posted = w.Site
		}
		if w.Peer >= 0 {
			x.Peer = st.stand(w.Peer)
		}
		switch few := len(out)+len(sends) < maxNear; {
		case v != unmet || !few:
		case !x.Found.IsZero():
		case w.Send:
			x.Near = m.nearReceive(&channelKey{w.On.ID, c.Site.Rank, w.Peer, w.Tag, ordinary}, st)
		default:
			x.Near = m.nearSend(c.Site.Rank, w)
		}
		if w.Send && w.Mode != calls.SendSynchronous {
			sends = append(sends, x)
		} else {
			out = append(out, x)
		}
	}
	if len(out) == 0 {
		return sends
	}
	return out
}

// anyOf reports whether the completion of one request is enough for the call.
func anyOf(c *state.OpenCall) bool {
	s := calls.Of(c.Site.Call)
	return s.Completes == calls.CompletesAny || s.Completes == calls.CompletesSome
}

// goesOn reports whether no message keeps a call from returning.
func (m *messages) goesOn(c *state.OpenCall) bool {
	if len(c.Wants) == 0 {
		return false // what it waits for is unknown
	}
	isMet := func(w state.Wanted) bool { v, _ := m.judge(c.Site.Rank, &w); return v == met }
	if anyOf(c) {
		return slices.ContainsFunc(c.Wants, isMet)
	}
	return len(c.Others) == 0 && !slices.ContainsFunc(c.Wants, func(w state.Wanted) bool { return !isMet(w) })
}

// waitsOnMessages says which messages and requests a call waits for, nil where that is unknown.
func (m *messages) waitsOnMessages(st *standings, c *state.OpenCall) *fact.Waiting {
	if len(c.Wants)+len(c.Others) == 0 {
		return nil
	}
	w := &fact.Waiting{Messages: m.wants(st, c), Others: m.others(st, c), Any: anyOf(c)}
	if len(w.Messages)+len(w.Others) == 0 {
		return nil
	}
	return w
}

// partners are the ranks that a call waits for, none where one of several would be enough.
func partners(w *fact.Waiting) []int32 {
	if w == nil || w.OneOf() {
		return nil
	}
	ranks, _ := w.Ranks()
	return ranks
}
