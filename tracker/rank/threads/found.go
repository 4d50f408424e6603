package threads

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
)

// ProbesEntered follows what a call that is entered does about messages that threads have found. It receives what it
// wants. Times decide, not the order of the records: those of different threads may come in late.
func (ts *Threads) ProbesEntered(t *Thread, c *call.Call, want messages.Envelope, receives bool) {
	part := messages.MessageParts[c.Kind]
	if p := t.Probing; p != nil && p.to == 0 {
		switch {
		case receives && p.comm == c.Comm && want.Covers(p.message):
			p.receive, p.to = c.Site, c.Time
			ts.takenBefore(t)
		case part != messages.NoPart || c.Sem.Blocks != calls.NeverBlocks:
			p.finding = finding{} // it was for something else that the thread has looked
		}
	}
	if receives {
		ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: want, at: c.Time})
	}
}

// takenBefore compares what t has found and now receives with what other threads have taken.
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

// ProbeReturned takes what a probe of a thread has found.
func (ts *Threads) ProbeReturned(t *Thread, c *call.Call, which messages.Envelope) {
	if messages.MessageParts[c.Kind] == messages.SeesMessage {
		t.follow().finding = finding{probe: c.Site, comm: c.Comm, message: which, from: c.End}
		return
	}
	ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: which, at: c.End})
}

// noteTaken notes that a thread takes a message, which another thread may have found.
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

// probeRace notes that x may take what f has found, if it does.
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
