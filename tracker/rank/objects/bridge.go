package objects

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// noteLink keeps the call that has returned n if it has linked the job with another job.
func (o *Objects) noteLink(c *record.Call, n *Comm) {
	known := func(r int32) bool { return r >= 0 }
	if !linksJobs(c.Kind) || len(o.Links) == MostLinks || slices.ContainsFunc(n.Remote, known) {
		return
	}
	l := Link{Call: c.Site, ID: n.ID, Members: n.Members, Size: len(n.Remote), Entered: c.Time, Returned: c.End}
	if s := event.Strings(c.InBlob); len(s) == 1 && l.atPort() {
		l.Port = strings.TrimRight(s[0], " ")
	}
	if l.atPort() && len(l.Members) > 1 && o.reading.ThreadLevel == reading.ThreadMultiple {
		l.ID = 0 // two threads may have connected at once
	}
	o.Links = append(o.Links, l)
}

// isBridge reports whether a communicator, which may be nil, is the intercommunicator between two jobs.
func (o *Objects) isBridge(c *Comm, b *reading.Bridge) bool {
	return c != nil && c.Alive() && c.Spans && c.ID == b.ID
}

// span completes the members of a new communicator that has ranks of several jobs. Its record does not name the ranks
// of other jobs; bridge does if it is an intercommunicator between two jobs, and so does the communicator that it
// was made of, its parent.
func (o *Objects) span(n *Comm, kind calls.Kind, bridge *reading.Bridge) {
	if bridge != nil {
		if len(n.Members) == len(bridge.Members) && len(n.Remote) == len(bridge.Remote) {
			n.Members, n.Remote, n.Spans = bridge.Members, bridge.Remote, true
		}
		return
	}
	from := n.Parent
	if from == nil || !from.Spans {
		return
	}
	switch kind {
	case calls.CommDup, calls.CommDupWithInfo, calls.CommIdup, calls.CommIdupWithInfo:
		n.Members, n.Remote, n.Spans = from.Members, from.Remote, true
	case calls.IntercommMerge:
		n.Members, n.Spans = filled(n.Members, from.Remote)
	}
}

// filled puts ranks, in their order, where a list has -1. ok is false where their number differs.
func filled(list, ranks []int32) (out []int32, ok bool) {
	out = slices.Clone(list)
	k := 0
	for i, r := range out {
		if r >= 0 {
			continue
		}
		if k == len(ranks) {
			return list, false
		}
		out[i] = ranks[k]
		k++
	}
	if k < len(ranks) {
		return list, false
	}
	return out, true
}

// allKnown returns the members of a group; nil if they may be ranks of another job that is checked, too.
func (o *Objects) allKnown(members []int32) []int32 {
	if o.reading.Family != nil && slices.Contains(members, -1) {
		return nil
	}
	return members
}
