package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// ProbesEntered applies the entry of a call to the thread's last probe: the call may receive a message with the
// envelope want. Times decide, not the order of records, as records of different threads may come late.
func (ts *Threads) ProbesEntered(t *Thread, c *call.Call, want messages.Envelope, receives bool) {
	part := messages.MessageParts[c.Kind]
	if p := t.Probing; p != nil && p.to == 0 {
		switch {
		case receives && p.comm == c.Comm && want.Covers(p.message):
			p.receive, p.to = c.Site, c.Time
			ts.takenBefore(t)
		case part != messages.NoPart || c.Sem.Blocks != calls.NeverBlocks:
			p.finding = finding{} // the probe was for another purpose
		}
	}
	if receives {
		ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: want, at: c.Time})
	}
}

// takenBefore compares the message that t has found and now receives with the messages that other threads have taken.
func (ts *Threads) takenBefore(t *Thread) {
	for _, o := range ts.List {
		if o == t || o.Probing == nil {
			continue
		}
		for i := range o.Probing.taken {
			ts.probeRace(&t.Probing.finding, &o.Probing.taken[i])
		}
	}
}

// ProbeReturned notes the message that a thread's probe has found.
func (ts *Threads) ProbeReturned(t *Thread, c *call.Call, which messages.Envelope) {
	if messages.MessageParts[c.Kind] == messages.SeesMessage {
		t.follow().finding = finding{probe: c.Site, comm: c.Comm, message: which, from: c.End}
		return
	}
	ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: which, at: c.End})
}

// noteTaken notes that a thread takes a message, which another thread may have found by a probe.
func (ts *Threads) noteTaken(t *Thread, x taking) {
	if len(ts.List) == 1 {
		return
	}
	p := t.follow()
	p.taken[p.next%mostTakings] = x
	p.next++
	for _, o := range ts.List {
		if o != t && o.Probing != nil && o.Probing.to != 0 {
			ts.probeRace(&o.Probing.finding, &x)
		}
	}
}

// probeRace notes a race if x may take the message of f before its finder receives it.
func (ts *Threads) probeRace(f *finding, x *taking) {
	if x.comm != f.comm || x.at <= f.from || x.at >= f.to || !x.asked.Covers(f.message) ||
		len(ts.ProbeRaces) == maxOverlaps {
		return
	}
	again := func(v ProbeRace) bool {
		return v.Probe.PC == f.probe.PC && v.Receive.PC == f.receive.PC && v.Taker.PC == x.site.PC
	}
	if !slices.ContainsFunc(ts.ProbeRaces, again) {
		race := ProbeRace{Probe: f.probe, Receive: f.receive, Taker: x.site, On: f.comm.Object()}
		ts.ProbeRaces = append(ts.ProbeRaces, race)
	}
}

func (t *Thread) follow() *probing {
	if t.Probing == nil {
		t.Probing = &probing{}
	}
	return t.Probing
}
