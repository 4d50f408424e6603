package state

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
)

func TestEndReason(t *testing.T) {
	for name, c := range map[string]struct {
		reason event.EndReason
		in     calls.Kind
		want   calls.Kind
	}{
		"no End record":      {0, 0, 0},
		"finalized":          {event.EndFinalized, 0, 0},
		"finalized, in one":  {event.EndFinalized, calls.Barrier, 0},
		"exit outside calls": {event.EndExit, 0, 0},
		"exit in a call":     {event.EndExit, calls.Recv, calls.Recv},
	} {
		var e end
		e.note(c.reason, c.in, true)
		assert.Equal(t, c.want, e.exitIn(), name)
		assert.Equal(t, end{reason: c.reason, in: c.in, success: true}, e, name)
	}
}

// The last collective call of a rank with itself is kept.
func TestEndAlone(t *testing.T) {
	var e end
	self := tracker.Object{Class: calls.ClassComm, ID: 7, Label: "MPI_COMM_SELF"}
	e.withItself(numbered(returned(t, calls.Barrier, nil), 1), self)
	e.withItself(numbered(returned(t, calls.Allreduce, nil), 2), self)
	assert.Equal(t, AloneCall{numbered(returned(t, calls.Allreduce, nil), 2).Site, self}, e.alone)
}

// A thread is seen in a call by its ring, the kind of the call and its place in the program, not by its number: a poll
// leaves no further record.
func TestSeenIn(t *testing.T) {
	c := numbered(returned(t, calls.Test, nil), 5)
	for name, x := range map[string]struct {
		change func(*tracker.Site)
		want   bool
	}{
		"the same":        {func(*tracker.Site) {}, true},
		"another number":  {func(s *tracker.Site) { s.Seq++ }, true},
		"another ring":    {func(s *tracker.Site) { s.Ring++ }, false},
		"another call":    {func(s *tracker.Site) { s.Call = calls.Wait }, false},
		"another address": {func(s *tracker.Site) { s.PC++ }, false},
	} {
		var e end
		assert.False(t, e.seenIn(c), name)
		s := c.Site
		x.change(&s)
		e.lastSeen([]tracker.Site{{Ring: 9}, s}, true)
		assert.Equal(t, x.want, e.seenIn(c), name)
		assert.True(t, e.struck, name)
	}
}

func TestAccessed(t *testing.T) {
	for name, c := range map[string]struct {
		in    tracker.Site
		fault Fault
		ok    bool
	}{
		"nothing":             {tracker.Site{}, Fault{}, false},
		"unknown address":     {at(1), Fault{Write: true}, false},
		"address 0":           {at(1), Fault{Address: 1}, false},
		"in the first page":   {at(1), Fault{Address: page}, false},
		"in the second page":  {at(1), Fault{Address: page + 1}, true},
		"a write":             {at(1), Fault{Address: 0x5001, Write: true}, true},
		"outside of any call": {tracker.Site{}, Fault{Address: 0x5001}, false},
	} {
		var e end
		e.faulted(c.in, c.fault)
		addr, in, write, ok := e.accessed()
		assert.Equal(t, c.ok, ok, name)
		if ok {
			assert.Equal(t, c.fault.Address-1, addr, name)
			assert.Equal(t, c.in, in, name)
			assert.Equal(t, c.fault.Write, write, name)
		}
	}
}
