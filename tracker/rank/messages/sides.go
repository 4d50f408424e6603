package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Sending returns the message that a call sends. ok is false if there is none, or it cannot be matched.
func (ms *Messages) Sending(c *record.Call, on *op.Place, data op.Data) (m Message, ok bool) {
	s := c.Sem
	dest := c.In[s.Dest]
	peers, tag := on.Peers(), c.In[s.SendTag]
	if dest == ms.flavour.ProcNull || dest < 0 || dest >= int64(len(peers)) || tag < 0 {
		return m, false
	}
	return Message{On: on, Peer: peers[dest], Tag: int32(tag), Mode: s.Send, Data: data}, true
}

// Receiving returns the receive that a call posts; ok is false if there is none, or it cannot be matched.
func (ms *Messages) Receiving(c *record.Call, on *op.Place, room op.Data) (m Message, ok bool) {
	s := c.Sem
	peer, ok := ms.sourceOf(c.In[s.Source], on)
	tag := c.In[s.RecvTag]
	if !ok || tag < 0 && tag != ms.flavour.AnyTag {
		return m, false
	}
	return Message{On: on, Peer: peer, Tag: ms.tagOf(tag), Data: room}, true
}

// sourceOf translates the source of a receive or status to a rank in MPI_COMM_WORLD.
func (ms *Messages) sourceOf(source int64, on *op.Place) (int32, bool) {
	if source == ms.flavour.AnySource {
		return op.AnySource, true
	}
	peers := on.Peers()
	if source == ms.flavour.ProcNull || source < 0 || source >= int64(len(peers)) {
		return 0, false
	}
	return peers[source], true
}

func (ms *Messages) tagOf(tag int64) int32 {
	if tag == ms.flavour.AnyTag {
		return op.AnyTag
	}
	return int32(tag)
}

// Status returns the outcome of receive m from the status of a call.
func (ms *Messages) Status(c *record.Call, m *Message) Outcome {
	w := int(c.Sem.Status)
	if w < 0 || !c.Ok() {
		return Outcome{Failed: !c.Ok()}
	}
	return ms.outcomeOf(m, c.OutWord(w), c.OutWord(w+1), c.OutWord(w+2))
}

func (ms *Messages) outcomeOf(m *Message, source, tag, bytes int64) Outcome {
	if bytes < 0 && m.Cancelled {
		return Outcome{Known: true, Cancelled: true}
	}
	if m.On == nil {
		return Outcome{}
	}
	peer, ok := ms.sourceOf(source, m.On)
	return Outcome{Known: ok && peer != op.AnySource && tag >= 0, Source: peer, Tag: int32(tag), Bytes: bytes}
}

// StatusAt returns the outcome of receive m from element i of an array of statuses, which is recorded only if a receive
// needs it.
func (ms *Messages) StatusAt(m *Message, statuses event.Array, i int) Outcome {
	if 2*i+1 < statuses.Len() {
		w := statuses.At(2 * i)
		return ms.outcomeOf(m, w>>32, int64(int32(w)), statuses.At(2*i+1))
	}
	return m.AsPosted()
}

// MayFind reports whether a probe matches message m.
func (ms *Messages) MayFind(c *record.Call, m *Message) bool {
	source, ok := ms.sourceOf(c.In[c.Sem.Source], m.On)
	return ok && Envelope{source, ms.tagOf(c.In[c.Sem.RecvTag])}.Covers(Envelope{m.Peer, m.Tag})
}

// HasSource reports whether a call may receive from another process.
func (ms *Messages) HasSource(c *record.Call) bool {
	s := c.Sem
	return s.Source < 0 || c.In[s.Source] != ms.flavour.ProcNull
}

// ToNobody reports whether a buffer is exchanged with MPI_PROC_NULL alone.
func (ms *Messages) ToNobody(c *record.Call, s *calls.Buffer) bool {
	if c.Sem.Message >= 0 && c.Sem.Match == calls.MatchReceive {
		m := ms.found[c.In[c.Sem.Message]]
		return m != nil && m.nobody
	}
	null := func(arg int8) bool { return arg < 0 || c.In[arg] == ms.flavour.ProcNull }
	return (s.From >= 0 || s.To >= 0) && null(s.From) && null(s.To)
}

// FoundBy returns the message that a returned probe on a communicator has found; false if there is none, or it is
// unknown.
func (ms *Messages) FoundBy(c *record.Call, on *objects.Comm) (Envelope, bool) {
	if c.Once || on == nil || ms.reading.Blind.Messages || !c.Ok() ||
		c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return Envelope{}, false
	}
	m := Message{On: on.Place()}
	x := ms.Status(c, &m)
	return Envelope{x.Source, x.Tag}, m.On != nil && x.Known
}

// Posted returns the envelope that a call receives, at once or later; false if the call posts no receive.
func (ms *Messages) Posted(c *record.Call, comm *objects.Comm) (Envelope, bool) {
	if MessageParts[c.Kind] != PostsMessage || comm == nil || c.Sem.Match == calls.MatchSend || c.Sem.Persistent ||
		c.Sem.Source < 0 {
		return Envelope{}, false
	}
	on := comm.Place()
	if on == nil {
		return Envelope{}, false
	}
	m, ok := ms.Receiving(c, on, op.Data{})
	return Envelope{m.Peer, m.Tag}, ok
}
