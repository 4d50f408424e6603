package state

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// envelope tells messages from one another: the other rank, by its number in MPI_COMM_WORLD, and the tag. What a receive or a
// probe asks for can have AnySource and AnyTag.
type envelope struct{ peer, tag int32 }

func (a envelope) covers(b envelope) bool {
	return (a.peer == op.AnySource || a.peer == b.peer) && (a.tag == op.AnyTag || a.tag == b.tag)
}

// foundBy returns the message that a probe on a communicator, which has returned, has found; false if there is none, or it is not known.
func (ms *messages) foundBy(c *recorded, on *Comm) (envelope, bool) {
	if c.Once || on == nil || ms.reading.blind.messages || !c.ok() ||
		c.Sem.Flag >= 0 && c.OutWord(int(c.Sem.Flag)) == 0 {
		return envelope{}, false
	}
	m := message{on: on.Place()}
	x := ms.status(c, &m)
	return envelope{x.source, x.tag}, m.on != nil && x.known
}

// posted returns what a call asks for that receives a message at once or from now on.
func (ms *messages) posted(c *recorded, comm *Comm) (envelope, bool) {
	if messageParts[c.Kind] != postsMessage || comm == nil || c.Sem.Match == calls.MatchSend || c.Sem.Persistent || c.Sem.Source < 0 {
		return envelope{}, false
	}
	on := comm.Place()
	if on == nil {
		return envelope{}, false
	}
	m, ok := ms.receiving(c, on, op.Data{})
	return envelope{m.peer, m.tag}, ok
}
