package state

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker"
)

// Matched is a message that a matched probe has returned a handle of.
type Matched struct {
	Probed   tracker.Site
	Received tracker.Site // zero: not yet
	On       tracker.Object
	receive  message // posted by the probe; without id: described already, or not followed
	born     uint64  // ticks when the probe returned
	nobody   bool    // MPI_MESSAGE_NO_PROC, which can be received any number of times
}

// probeMatched applies a matched probe on a communicator, which may be nil; it counts as that receive.
func (ms *messages) probeMatched(c *recorded, on *Comm, receive message) {
	s := c.Sem
	if s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0 {
		ms.notFound = c.Site
		return
	}
	m := &Matched{Probed: c.Site, receive: receive, born: c.End, nobody: c.In[s.Source] == ms.flavour.ProcNull}
	if on != nil {
		m.On = on.Object()
	}
	ms.found[c.made()] = m
}

// receiveMatched applies the receive of a matched message. A probe of another thread may have returned its handle again before
// that returned.
func (ms *messages) receiveMatched(c *recorded) {
	if m := ms.found[c.In[c.Sem.Message]]; m != nil && !m.nobody && m.born <= c.Time {
		m.Received = c.Site
	}
}

// loseMatched takes a receive that has failed: perhaps the message was received.
func (ms *messages) loseMatched(c *recorded) {
	if m := ms.found[c.freed()]; m != nil && m.born <= c.Time {
		delete(ms.found, c.freed())
	}
}

// matchedMessage returns the message of a handle, nil if no matched probe has
// returned it; null: it is MPI_MESSAGE_NULL.
func (ms *messages) matchedMessage(handle int64) (m *Matched, null bool) {
	return ms.found[handle], ms.null != 0 && handle == ms.null
}

// unreceivedMessages returns the matched messages that are left, in order of the
// probes.
func (ms *messages) unreceivedMessages() []*Matched {
	var out []*Matched
	for _, m := range ms.found {
		if m.Received.IsZero() && !m.nobody {
			out = append(out, m)
		}
	}
	slices.SortFunc(out, func(a, b *Matched) int {
		return cmp.Or(cmp.Compare(a.Probed.Thread, b.Probed.Thread), cmp.Compare(a.Probed.Seq, b.Probed.Seq))
	})
	return out
}
