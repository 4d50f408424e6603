package messages

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// ProbeMatched applies a matched probe on a communicator, which may be nil; receive is the receive that the probe
// counts as.
func (ms *Messages) ProbeMatched(c *record.Call, on *objects.Comm, receive Message) {
	s := c.Sem
	if s.Flag >= 0 && c.OutWord(int(s.Flag)) == 0 {
		ms.NotFound = c.Site
		return
	}
	m := &Matched{Probed: c.Site, Receive: receive, born: c.End, nobody: c.In[s.Source] == ms.flavour.ProcNull}
	if on != nil {
		m.On = on.Object()
	}
	ms.found[c.Made()] = m
}

// ReceiveMatched applies the receive of a matched message. A probe of another thread may have returned the handle again
// for a newer message while the receive was still open.
func (ms *Messages) ReceiveMatched(c *record.Call) {
	if m := ms.found[c.In[c.Sem.Message]]; m != nil && !m.nobody && m.born <= c.Time {
		m.Received = c.Site
	}
}

// LoseMatched applies a failed receive of a matched message: the message may have been received.
func (ms *Messages) LoseMatched(c *record.Call) {
	if m := ms.found[c.Freed()]; m != nil && m.born <= c.Time {
		delete(ms.found, c.Freed())
	}
}

// MatchedMessage returns the message of a handle, nil if no matched probe has returned the handle; null: the handle is
// MPI_MESSAGE_NULL.
func (ms *Messages) MatchedMessage(handle int64) (m *Matched, null bool) {
	return ms.found[handle], ms.null != 0 && handle == ms.null
}

// UnreceivedMessages returns the matched messages that were not received, in order of the probes.
func (ms *Messages) UnreceivedMessages() []*Matched {
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
