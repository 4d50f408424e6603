package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Message is one end of a message as a call describes it: what is sent, or what
// may be received.
type Message struct {
	Id   int64 // of the op that told other ranks of it; 0: there is none
	On   *op.Place
	Peer int32 // rank in MPI_COMM_WORLD; AnySource
	Tag  int32 // AnyTag
	Mode calls.SendMode
	Data op.Data
	Made tracker.Site // of a persistent request: the call that created it
	// partitioned is the id of a partitioned operation; that of a receive takes part in no other matching.
	Partitioned int64
	// cancelled: MPI_Cancel was called. What the status of any other message says of that is
	// not defined: in MPICH probes leave it as it was.
	Cancelled bool
}

// MessageShape says which buffers of a call are sent and received; -1: none.
type MessageShape struct{ Send, Receive int8 }

var MessageShapes = func() *[calls.MaxKind]*MessageShape {
	var t [calls.MaxKind]*MessageShape
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		if s.Match < calls.MatchSend || s.Match > calls.MatchProbe {
			continue
		}
		m := &MessageShape{-1, -1}
		for b := range s.Buffers {
			if s.Match != calls.MatchReceive && s.Buffers[b].Reads {
				m.Send = int8(b)
			}
			if s.Match != calls.MatchSend && s.Buffers[b].Writes {
				m.Receive = int8(b)
			}
		}
		t[s.Kind] = m
	}
	return &t
}()

// messagePart is what a call has to do with messages.
type messagePart uint8

const (
	NoPart         messagePart = iota
	PostsMessage               // sends or receives, or creates a request that does
	TakesMessage               // receives what a matched probe has found
	FindsMessage               // a matched probe
	StartsMessages             // starts persistent requests
	EndsMessages               // completes requests
	SeesMessage                // a probe
)

var MessageParts = func() *[calls.MaxKind]messagePart {
	var t [calls.MaxKind]messagePart
	for i := range calls.Table {
		s := calls.Of(calls.Table[i].Kind)
		switch {
		case s.Message >= 0 && s.Match == calls.MatchReceive:
			t[s.Kind] = TakesMessage
		case s.Makes == calls.ClassMessage && s.Match == calls.MatchProbe:
			t[s.Kind] = FindsMessage
		case s.Match.MovesMessage():
			t[s.Kind] = PostsMessage
		case s.Match == calls.MatchProbe:
			t[s.Kind] = SeesMessage
		case s.Step == calls.RequestActivate:
			t[s.Kind] = StartsMessages
		case s.Completes != calls.CompletesNone:
			t[s.Kind] = EndsMessages
		}
	}
	return &t
}()

// Sending returns what a call sends. ok is false where that is nothing, or where it
// cannot be matched.
func (ms *Messages) Sending(c *record.Call, on *op.Place, data op.Data) (m Message, ok bool) {
	s := c.Sem
	dest := c.In[s.Dest]
	peers, tag := on.Peers(), c.In[s.SendTag]
	if dest == ms.flavour.ProcNull || dest < 0 || dest >= int64(len(peers)) || tag < 0 {
		return m, false
	}
	return Message{On: on, Peer: peers[dest], Tag: int32(tag), Mode: s.Send, Data: data}, true
}

// Receiving returns what a call receives.
func (ms *Messages) Receiving(c *record.Call, on *op.Place, room op.Data) (m Message, ok bool) {
	s := c.Sem
	peer, ok := ms.sourceOf(c.In[s.Source], on)
	tag := c.In[s.RecvTag]
	if !ok || tag < 0 && tag != ms.flavour.AnyTag {
		return m, false
	}
	return Message{On: on, Peer: peer, Tag: ms.tagOf(tag), Data: room}, true
}

// sourceOf translates the source of a receive, or of a status.
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

// PartitionsArg is the argument with the number of partitions, in both calls.
const PartitionsArg = 1

// Outcome is what became of a receive.
type Outcome struct {
	Known     bool
	Cancelled bool
	Failed    bool  // the call returned an error
	Source    int32 // rank in MPI_COMM_WORLD
	Tag       int32
	Bytes     int64
}

// Status reads what a call says of the message that a receive has taken.
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

// StatusAt reads it from the statuses of an array. They are not recorded as long as no
// receive needs them.
func (ms *Messages) StatusAt(m *Message, statuses event.Array, i int) Outcome {
	if 2*i+1 < statuses.Len() {
		w := statuses.At(2 * i)
		return ms.outcomeOf(m, w>>32, int64(int32(w)), statuses.At(2*i+1))
	}
	return m.AsPosted()
}

// AsPosted is what a receive says by itself of the message that it takes.
func (m *Message) AsPosted() Outcome {
	return Outcome{Known: !m.Anyone(), Source: m.Peer, Tag: m.Tag, Bytes: -1}
}

// Anyone reports whether a receive names no source, or no tag.
func (m *Message) Anyone() bool { return m.Peer == op.AnySource || m.Tag == op.AnyTag }

// MayFind reports whether a probe asks for a message like this one.
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
