package messages

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// Envelope tells messages from one another: the other rank, by its number in MPI_COMM_WORLD, and the tag. What a receive or a
// probe asks for can have AnySource and AnyTag.
type Envelope struct{ Peer, Tag int32 }

func (a Envelope) Covers(b Envelope) bool {
	return (a.Peer == op.AnySource || a.Peer == b.Peer) && (a.Tag == op.AnyTag || a.Tag == b.Tag)
}

// FoundBy returns the message that a probe on a communicator, which has returned, has found; false if there is none, or it is not known.
func (ms *Messages) FoundBy(c *record.Call, on *objects.Comm) (Envelope, bool) {
	if c.Once || on == nil || ms.reading.Blind.Messages || !c.Ok() ||
		c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return Envelope{}, false
	}
	m := Message{On: on.Place()}
	x := ms.Status(c, &m)
	return Envelope{x.Source, x.Tag}, m.On != nil && x.Known
}

// Posted returns what a call asks for that receives a message at once or from now on.
func (ms *Messages) Posted(c *record.Call, comm *objects.Comm) (Envelope, bool) {
	if MessageParts[c.Kind] != PostsMessage || comm == nil || c.Sem.Match == calls.MatchSend || c.Sem.Persistent || c.Sem.Source < 0 {
		return Envelope{}, false
	}
	on := comm.Place()
	if on == nil {
		return Envelope{}, false
	}
	m, ok := ms.Receiving(c, on, op.Data{})
	return Envelope{m.Peer, m.Tag}, ok
}
