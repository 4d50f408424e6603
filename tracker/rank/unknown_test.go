package rank

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// feed passes an event through a rank.
func feed(r *Rank, k calls.Kind, phase event.Phase, words ...int64) {
	e := event.Event{Kind: k, Phase: phase, PC: 1}
	e.N = uint8(copy(e.A[:], words))
	if c, m := r.Feed(&e); m != record.NoCall {
		r.Apply(c, m, nil)
	}
}

func TestNullDatatypeHasNoNumbers(t *testing.T) {
	var table datatype.Table
	p := calls.PredefByName("MPI_DATATYPE_NULL")
	e := event.Event{Kind: event.Predef, N: 3}
	copy(e.A[:], []int64{int64(calls.ClassDatatype), 7, int64(p.ID)})
	table.Predef(&e)
	d := table.Lookup(7)
	require.NotNil(t, d)
	assert.True(t, d.Null())
	assert.False(t, d.Committed)
}

func TestMeetDatatype(t *testing.T) {
	var table datatype.Table
	table.Meet(9, tracker.Site{Call: calls.Put, PC: 5})
	d := table.Lookup(9)
	require.NotNil(t, d)
	assert.True(t, d.Unknown && d.Committed)
	table.Meet(9, tracker.Site{Call: calls.Put, PC: 6})
	assert.EqualValues(t, 5, d.Made.PC)
}

// A window that no recorded call created becomes known by a call that works on it, and is gone once it is freed.
func TestMeetWindow(t *testing.T) {
	r := NewRank(reading.Config{Size: 1})
	feed(r, calls.WinSetErrhandler, event.Once, 77, 1)
	require.Len(t, r.Windows.UnknownWindows(), 1)
	feed(r, calls.WinFence, event.Enter, 0, 77)
	feed(r, calls.WinFence, event.Leave, 1)
	assert.Nil(t, r.Windows.Window(77), "the call failed")
	feed(r, calls.WinFence, event.Enter, 0, 77)
	feed(r, calls.WinFence, event.Leave, 0)
	w := r.Windows.Window(77)
	require.NotNil(t, w)
	assert.False(t, w.Known())
	assert.Equal(t, calls.WinFence, w.Made.Call)
	assert.Empty(t, r.Windows.UnknownWindows())
	feed(r, calls.WinFree, event.Enter, 77, -1)
	feed(r, calls.WinFree, event.Leave, 0, 0)
	assert.False(t, w.Alive())
	assert.Empty(t, r.Windows.Living())
}

func TestNoObjectIsZero(t *testing.T) {
	r := NewRank(reading.Config{Size: 1})
	valid, known := r.Objects.Probed(0)
	assert.True(t, known)
	assert.False(t, valid)
	_, known = r.Objects.Probed(5)
	assert.False(t, known)
}
