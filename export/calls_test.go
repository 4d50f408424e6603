package export

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/spell"
	"github.com/gomarmot/gomarmot/timeline"
)

// list is a sink that keeps the calls.
type list struct {
	calls []callRecord
}

func (s *list) Job(*jobRecord) error         { return nil }
func (s *list) Call(c *callRecord) error     { s.calls = append(s.calls, *c); return nil }
func (s *list) Match(*matchRecord) error     { return nil }
func (s *list) State(*stateRecord) error     { return nil }
func (s *list) Finding(*findingRecord) error { return nil }
func (s *list) End(*End) error               { return nil }

// callsOf returns the calls that records are exported as, each as "number call entered ended". A tick is a
// nanosecond.
func callsOf(t *testing.T, late []logdir.LateCall, events ...event.Event) []string {
	t.Helper()
	where, err := ParseWhere(nil)
	require.NoError(t, err)
	s := &list{}
	clocks := timeline.NewClocks(make([]timeline.RankInfo, 1), map[int32]uint64{0: 0})
	x := &exporter{sink: s, opt: Options{Where: where}, clocks: clocks, size: 1}
	r := &reading{exporter: x, rank: newRank(&logdir.RankLog{}), rings: map[uint16]*ring{}}
	for i := range events {
		events[i].Seq, events[i].Time = uint32(i), uint64(10*i)
		require.NoError(t, r.take(&events[i]))
	}
	require.NoError(t, r.rest(late))
	var out []string
	for i := range s.calls {
		c := &s.calls[i]
		require.Equal(t, c.Ended == endedReturned, c.Returned != nil && c.Error != nil)
		out = append(out, fmt.Sprintf("%s %s %d %s", c.Number, c.Call, c.Entered, c.Ended))
	}
	assert.EqualValues(t, len(out), x.end.Calls)
	return out
}

func enter(k calls.Kind) event.Event { return event.Event{Kind: k, Phase: event.Enter} }
func leave(k calls.Kind) event.Event { return event.Event{Kind: k, Phase: event.Leave, N: 1} }

// TestNested: calls come in the order in which they were entered, and calls within others return with them.
func TestNested(t *testing.T) {
	once := event.Event{Kind: calls.CommSize}
	assert.Equal(t, []string{"0 MPI_Comm_free 0 returned", "1 MPI_Comm_size 10 unknown", "2 MPI_Comm_dup 20 lost", "4 MPI_Barrier 40 returned"},
		callsOf(t, nil, enter(calls.CommFree), once, enter(calls.CommDup), leave(calls.CommFree), enter(calls.Barrier), leave(calls.Barrier)))
}

// TestNever: a call without a return at the end of the log never returned; but if MPI_Finalize has returned, the
// record of the call's return is lost.
func TestNever(t *testing.T) {
	assert.Equal(t, []string{"0 MPI_Recv 0 never", "1 MPI_Barrier 10 returned"},
		callsOf(t, nil, enter(calls.Recv), enter(calls.Barrier), leave(calls.Barrier)))
	end := event.Event{Kind: event.End, N: 1}
	end.A[0] = int64(event.EndFinalized)
	assert.Equal(t, []string{"0 MPI_Recv 0 lost", "2 MPI_Comm_size 10 unknown"},
		callsOf(t, []logdir.LateCall{{Kind: calls.CommSize}}, enter(calls.Recv), end))
	assert.Empty(t, callsOf(t, nil, leave(calls.Recv)), "its entry is lost")
	assert.Empty(t, callsOf(t, nil))
}

// TestEndless: calls within a call that does not return are written, and few of them are kept in memory.
func TestEndless(t *testing.T) {
	events := []event.Event{enter(calls.CommFree)}
	for range 3 * maxQueue {
		events = append(events, event.Event{Kind: calls.CommSize})
	}
	out := callsOf(t, nil, events...)
	assert.Len(t, out, 3*maxQueue+1)
	assert.Contains(t, out, "0 MPI_Comm_free 0 never")
	events = nil
	for range maxQueue + 10 {
		events = append(events, enter(calls.Recv))
	}
	out = callsOf(t, nil, events...)
	assert.Len(t, out, maxQueue+10)
	assert.Equal(t, "0 MPI_Recv 0 lost", out[0])
}

// TestDamaged: records of no known kind are passed over.
func TestDamaged(t *testing.T) {
	stray := event.Event{Kind: event.Stray, N: 2}
	stray.A[0] = 1023
	assert.Empty(t, callsOf(t, nil, event.Event{Kind: 1023}, event.Event{Kind: calls.Recv, Phase: 7}, stray))
}

// TestValues: objects keep the order of arguments, and JSON reads every value.
func TestValues(t *testing.T) {
	v := values{{Name: "count", What: int64(1 << 60)}, {Name: "a", What: spell.Word("MPI_INT")}, {Name: "name", What: "<\x1b\xff>"},
		{Name: "list", What: []any{int64(1), spell.Word("empty")}}, {Name: "status", What: spell.Status{Source: int64(3), Tag: spell.Word("MPI_ANY_TAG"), Bytes: 8}}}
	text, err := object(v)
	require.NoError(t, err)
	assert.Equal(t, `{"count":1152921504606846976,"a":"MPI_INT","name":"<\u001b\ufffd>","list":[1,"empty"],"status":{"source":3,"tag":"MPI_ANY_TAG","bytes":8}}`,
		string(text))
	assert.True(t, json.Valid(text))
	text, err = object(nil)
	require.NoError(t, err)
	assert.Equal(t, "{}", string(text))
}
