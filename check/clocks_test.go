package check_test

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// TestWrongClocks: hosts whose clocks are far apart begin at the same time, and
// hosts whose clocks are nearly the same begin when their clocks say so.
func TestWrongClocks(t *testing.T) {
	for _, c := range []struct {
		slow time.Duration // the lag of the second host's clock
		span float64
	}{{10 * time.Minute, 1}, {-7 * time.Minute, 1}, {2 * time.Second, 3}} {
		log := filepath.Join(t.TempDir(), "run.log")
		f, err := logdir.Create(log, logdir.Run{ID: "1", Size: 2, Flavour: "mpich", Standard: "4.0"})
		require.NoError(t, err)
		require.NoError(t, f.Close())
		const perSecond, from = 1e9, 1 << 40
		for rank, host := range []string{"a", "b"} {
			start := time.Unix(1_700_000_000, 0)
			if rank == 1 {
				start = start.Add(-c.slow)
			}
			w, err := segment.Create(logdir.SegmentName(logdir.Dir(log), rank), segment.Header{
				Run: "1", Gomarmot: "x", Rank: rank, Size: 2, Host: host, Flavour: "mpich", Standard: "4.0", Start: start,
				ThreadLevel: "MPI_THREAD_SINGLE",
				Ticks:       segment.Calibration{Tick0: from, Unix0: start.UnixNano(), PerSecond: perSecond},
			})
			require.NoError(t, err)
			barrier := calls.ByName("MPI_Initialized").Kind
			for i, at := range []uint64{from, from + perSecond} {
				for phase := event.Enter; phase <= event.Leave; phase++ {
					e := event.Event{Kind: barrier, Phase: phase, Time: at + uint64(phase), Seq: uint32(2*i) + uint32(phase)}
					require.NoError(t, w.Append(&e))
				}
			}
			require.NoError(t, w.SetState(segment.Finalized))
			require.NoError(t, w.Close())
		}
		j, err := check.Log(log, nil, check.Options{Timed: true})
		require.NoError(t, err)
		assert.InDelta(t, c.span, j.Timeline.Span, 0.1, "%v", c.slow)
		require.NoError(t, j.Log.Close())
	}
}
