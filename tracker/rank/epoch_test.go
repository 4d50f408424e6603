package rank_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

func TestEpochState(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	rank := rank.NewRank(reading.Config{World: 0, Size: 2, Flavour: j.Flavour})
	fed := 0
	win := func() *windows.Win {
		for ; fed < len(r.Events()); fed++ {
			e := r.Events()[fed]
			if c, m := rank.Feed(&e); m != record.NoCall {
				rank.Apply(c, m, nil)
			}
		}
		return rank.Windows.Window(w)
	}

	r.Do("MPI_Win_start", replay.Empty, 0, w)
	assert.False(t, win().Start.Active(), "an empty group gives no epoch")
	assert.Equal(t, op.NoEpoch, win().EpochFor(1))

	r.Do("MPI_Win_start", r.Group(1), 0, w) // legal: the first start was a no-op
	assert.Equal(t, op.StartedEpoch, win().EpochFor(1))
	r.Do("MPI_Win_complete", w)
	assert.False(t, win().Start.Open)
	assert.True(t, win().Start.Slack(), "the empty start may have its complete")
	r.Do("MPI_Win_complete", w)
	assert.False(t, win().Start.Slack())

	r.Fail("MPI_Win_start", r.Group(1), 0, w)
	assert.Equal(t, op.UnsureEpoch, win().EpochFor(1))
	r.Do("MPI_Win_start", r.Group(1), 0, w) // the program has dealt with the error
	assert.False(t, win().Start.Slack())
	assert.Equal(t, op.NoEpoch, win().EpochFor(0))
	r.Fail("MPI_Win_complete", w)
	assert.False(t, win().Start.Open, "whatever complete returns, the program takes the epoch as over")

	r.Do("MPI_Win_lock", r.Shared(), 1, 0, w)
	r.Fail("MPI_Win_lock", r.Shared(), 0, 0, w)
	assert.Equal(t, op.LockEpoch, win().EpochFor(1))
	assert.Equal(t, op.UnsureEpoch, win().EpochFor(0))
	r.Do("MPI_Win_unlock", 0, w)
	assert.Equal(t, op.NoEpoch, win().EpochFor(0))
	r.Do("MPI_Win_unlock", 1, w)
	assert.False(t, win().Passive())

	r.Fail("MPI_Win_fence", 0, w)
	assert.Equal(t, op.FenceEpoch, win().EpochFor(0), "the program goes on as if the fence had worked")
	r.Fail("MPI_Win_free", w)
	assert.True(t, !win().Known(), "whether it exists is unknown")
	assert.Empty(t, rank.Windows.Living())
}
