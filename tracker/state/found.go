package state

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// ProbeRace is a message that a thread has found by a probe and then receives, while another thread may take it.
type ProbeRace struct {
	Probe   tracker.Site
	Receive tracker.Site
	Taker   tracker.Site // the call of the other thread
	On      tracker.Object
}

// finding is a message that a thread has found by a probe, and the call by which it receives it.
type finding struct {
	probe, receive tracker.Site
	comm           *Comm
	message        envelope
	from, to       uint64 // from the end of the probe to the begin of the receive; to is 0 before
}

// taking is a call that takes a message.
type taking struct {
	site  tracker.Site
	comm  *Comm
	asked envelope
	at    uint64
}

// mostTakings is how many of the last such calls of a thread are kept.
const mostTakings = 8

// probing is what a thread has found, and what it has taken.
type probing struct {
	finding
	taken [mostTakings]taking
	next  int
}

// probesEntered follows what a call that is entered does about messages that threads have found. It receives what it
// wants. Times decide, not the order of the records: those of different threads may come in late.
func (ts *threads) probesEntered(t *thread, c *Call, want envelope, receives bool) {
	part := messageParts[c.Kind]
	if p := t.probing; p != nil && p.to == 0 {
		switch {
		case receives && p.comm == c.Comm && want.covers(p.message):
			p.receive, p.to = c.Site, c.Time
			ts.takenBefore(t)
		case part != noPart || c.Sem.Blocks != calls.NeverBlocks:
			p.finding = finding{} // it was for something else that the thread has looked
		}
	}
	if receives {
		ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: want, at: c.Time})
	}
}

// takenBefore compares what t has found and now receives with what other threads have taken.
func (ts *threads) takenBefore(t *thread) {
	for _, o := range ts.list {
		if o == t || o.probing == nil {
			continue
		}
		for i := range o.probing.taken {
			ts.probeRace(&t.probing.finding, &o.probing.taken[i])
		}
	}
}

// probeReturned takes what a probe of a thread has found.
func (ts *threads) probeReturned(t *thread, c *Call, which envelope) {
	if messageParts[c.Kind] == seesMessage {
		t.follow().finding = finding{probe: c.Site, comm: c.Comm, message: which, from: c.End}
		return
	}
	ts.noteTaken(t, taking{site: c.Site, comm: c.Comm, asked: which, at: c.End})
}

// noteTaken notes that a thread takes a message, which another thread may have found.
func (ts *threads) noteTaken(t *thread, x taking) {
	if len(ts.list) == 1 {
		return
	}
	p := t.follow()
	p.taken[p.next%mostTakings] = x
	p.next++
	for _, o := range ts.list {
		if o != t && o.probing != nil && o.probing.to != 0 {
			ts.probeRace(&o.probing.finding, &x)
		}
	}
}

// probeRace notes that x may take what f has found, if it does.
func (ts *threads) probeRace(f *finding, x *taking) {
	if x.comm != f.comm || x.at <= f.from || x.at >= f.to || !x.asked.covers(f.message) ||
		len(ts.probeRaces) == maxOverlaps {
		return
	}
	again := func(v ProbeRace) bool {
		return v.Probe.PC == f.probe.PC && v.Receive.PC == f.receive.PC && v.Taker.PC == x.site.PC
	}
	if !slices.ContainsFunc(ts.probeRaces, again) {
		race := ProbeRace{Probe: f.probe, Receive: f.receive, Taker: x.site, On: f.comm.Object()}
		ts.probeRaces = append(ts.probeRaces, race)
	}
}

func (t *thread) follow() *probing {
	if t.probing == nil {
		t.probing = &probing{}
	}
	return t.probing
}
