package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// unknownHandles reports calls on handles of windows or files that neither the records nor the MPI library know. The
// library is asked late, so its answer alone proves nothing.
type unknownHandles struct {
	users []calls.Kind
	// of returns the handle that a call acts on; false if a recorded call created it.
	of func(*call.Call) (handle int64, unknown bool)
	// silent lists the handles of calls with a single record.
	silent func(*rank.Rank) []reading.Unknown
	causes func(p *Pass, handle int64) []Related // the failed call that may have left a handle
	what   string                                // the kind of object that the call is on
	made   string                                // "created" or "opened": no recorded call did this to the object
}

// unknown returns the handle that a call acts on, and whether it may be the handle of an object that no recorded call
// created.
func (u *unknownHandles) unknown(c *call.Call) (int64, bool) {
	h, unknown := u.of(c)
	return h, unknown && h != 0 // check has reported handle 0
}

// check reports a call on an unknown object whose handle is 0, which no object has.
func (u *unknownHandles) check(p *Pass) {
	if h, _ := u.of(p.Call); h == 0 {
		p.Report(u.causes(p, h), "%s on %s: its value is 0, %s", p.Call.Kind, u.what, asIf(p))
	}
}

// text says that the handle of a call is unknown.
func (u *unknownHandles) text(k calls.Kind) string {
	return fmt.Sprintf("%s on %s: no call on this rank %s it", k, u.what, u.made)
}

// done reports a call that failed.
func (u *unknownHandles) done(p *Pass) {
	h, unknown := u.unknown(p.Call)
	if !unknown || p.Call.RC == 0 {
		return
	}
	if valid, known := p.Rank.Objects.Probed(h); known && !valid {
		p.Report(u.causes(p, h), "%s", u.text(p.Call.Kind))
	}
}

// finish reports the calls that did not return on this rank, and calls that leave no record of their outcome.
func (u *unknownHandles) finish(p *Pass) {
	for _, x := range u.silent(p.Rank) {
		if valid, known := p.Rank.Objects.Probed(x.Handle); known && !valid {
			p.ReportAt(x.Site, tracker.Object{}, nil, "%s", u.text(x.Site.Call))
		}
	}
	if p.Rank.Sessions.Finalized {
		return
	}
	for c := range p.openCalls(u.users) {
		h, unknown := u.unknown(c)
		valid, known := p.Rank.Objects.Probed(h)
		if !unknown || valid || !known && p.Rank.End.Reason != event.EndExit {
			continue
		}
		p.ReportAt(c.Site, tracker.Object{}, u.causes(p, h), "%s, and the rank ended in the call",
			u.text(c.Kind))
	}
}
