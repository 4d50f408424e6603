package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Message is one end of a message as a call describes it: a send or a receive.
type Message struct {
	Id   int64 // number of the op that told other ranks of this end; 0: none
	On   *op.Place
	Peer int32 // rank in MPI_COMM_WORLD; AnySource
	Tag  int32 // AnyTag
	Mode calls.SendMode
	Data op.Data
	Made tracker.Site // of a persistent request: the call that created it
	// Partitioned is the number of a partitioned operation. A partitioned receive takes part in no other matching.
	Partitioned int64
	// Cancelled: MPI_Cancel was called. Only then is the cancelled bit of the status defined: in MPICH, probes leave
	// the bit as it was.
	Cancelled bool
}

// MessageShape holds the indices of the buffers that a call sends and receives; -1: none.
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

// messagePart is the role of a call in message passing.
type messagePart uint8

const (
	NoPart         messagePart = iota
	PostsMessage               // sends or receives, or creates a request that sends or receives
	TakesMessage               // receives a message found by a matched probe
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

// PartitionsArg is the index of the argument with the number of partitions, in MPI_Psend_init and MPI_Precv_init.
const PartitionsArg = 1

// Outcome is the result of a receive.
type Outcome struct {
	Known     bool
	Cancelled bool
	Failed    bool  // the call returned an error
	Source    int32 // rank in MPI_COMM_WORLD
	Tag       int32
	Bytes     int64
}

// AsPosted returns the outcome that follows from the arguments of a receive alone.
func (m *Message) AsPosted() Outcome {
	return Outcome{Known: !m.Anyone(), Source: m.Peer, Tag: m.Tag, Bytes: -1}
}

// Anyone reports whether a receive names no source, or no tag.
func (m *Message) Anyone() bool { return m.Peer == op.AnySource || m.Tag == op.AnyTag }

// Matched is a message for which a matched probe has returned a handle.
type Matched struct {
	Probed   tracker.Site
	Received tracker.Site // zero: not yet
	On       tracker.Object
	Receive  Message // posted by the probe; Id 0: already described, or not followed
	born     uint64  // ticks when the probe returned
	nobody   bool    // MPI_MESSAGE_NO_PROC, which can be received any number of times
}

// Envelope identifies messages by the rank in MPI_COMM_WORLD of the other process and the tag. The envelope of a
// receive or probe may have AnySource and AnyTag.
type Envelope struct{ Peer, Tag int32 }

func (a Envelope) Covers(b Envelope) bool {
	return (a.Peer == op.AnySource || a.Peer == b.Peer) && (a.Tag == op.AnyTag || a.Tag == b.Tag)
}
