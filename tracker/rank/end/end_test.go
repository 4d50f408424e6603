package end

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
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
		var e End
		e.Note(c.reason, c.in, true)
		assert.Equal(t, c.want, e.ExitIn(), name)
		assert.Equal(t, End{Reason: c.reason, In: c.in, Success: true}, e, name)
	}
}

// The last collective call of a rank with itself is kept.
func TestEndAlone(t *testing.T) {
	var e End
	self := tracker.Object{Class: calls.ClassComm, ID: 7, Label: "MPI_COMM_SELF"}
	e.WithItself(ranktest.Numbered(ranktest.Returned(t, calls.Barrier, nil), 1), self)
	e.WithItself(ranktest.Numbered(ranktest.Returned(t, calls.Allreduce, nil), 2), self)
	assert.Equal(t, [2]any{ranktest.Numbered(ranktest.Returned(t, calls.Allreduce, nil), 2).Site, self}, [2]any{e.Alone, e.AloneOn})
}

// A thread is seen in a call by its ring, by the kind of the call and by its place in the program, not by the call's
// number: a poll leaves no further record.
func TestSeenIn(t *testing.T) {
	c := ranktest.Numbered(ranktest.Returned(t, calls.Test, nil), 5)
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
		var e End
		assert.False(t, e.SeenIn(c), name)
		s := c.Site
		x.change(&s)
		e.LastSeen([]tracker.Site{{Ring: 9}, s}, true)
		assert.Equal(t, x.want, e.SeenIn(c), name)
		assert.True(t, e.Struck, name)
	}
}

func TestAccessed(t *testing.T) {
	for name, c := range map[string]struct {
		in    tracker.Site
		fault access
		ok    bool
	}{
		"nothing":             {tracker.Site{}, access{}, false},
		"unknown address":     {ranktest.At(1), access{Write: true}, false},
		"address 0":           {ranktest.At(1), access{Address: 1}, false},
		"in the first page":   {ranktest.At(1), access{Address: record.Page}, false},
		"in the second page":  {ranktest.At(1), access{Address: record.Page + 1}, true},
		"a write":             {ranktest.At(1), access{Address: 0x5001, Write: true}, true},
		"outside of any call": {tracker.Site{}, access{Address: 0x5001}, false},
	} {
		var e End
		e.Faulted(c.in, tracker.Site{}, c.fault.Address, c.fault.Write)
		addr, in, write, ok := e.Accessed()
		assert.Equal(t, c.ok, ok, name)
		if ok {
			assert.Equal(t, c.fault.Address-1, addr, name)
			assert.Equal(t, c.in, in, name)
			assert.Equal(t, c.fault.Write, write, name)
		}
	}
}

// An access by MPI is not one of the program, and the reverse.
func TestTouched(t *testing.T) {
	load := ranktest.At(2)
	for name, c := range map[string]struct {
		in, by tracker.Site
		want   [2]bool // by MPI; outside of MPI
	}{
		"by MPI":                         {ranktest.At(1), tracker.Site{}, [2]bool{true, false}},
		"by the program":                 {tracker.Site{}, load, [2]bool{false, true}},
		"by the program, in a callback":  {ranktest.At(1), load, [2]bool{false, true}},
		"by a library, outside of calls": {tracker.Site{}, tracker.Site{}, [2]bool{false, true}},
	} {
		var e End
		e.Faulted(c.in, c.by, 0x5001, false)
		_, _, _, mpi := e.Accessed()
		at, by, program := e.Touched()
		assert.Equal(t, c.want, [2]bool{mpi, program}, name)
		assert.Equal(t, int64(0x5000), at, name)
		assert.Equal(t, c.by, by, name)
	}
	var e End
	_, _, ok := e.Touched()
	assert.False(t, ok, "nothing is known")
}

// access is the access that killed a process: its address + 1, and whether it is certainly a store.
type access struct {
	Address int64
	Write   bool
}
