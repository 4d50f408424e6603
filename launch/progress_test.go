package launch

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// TestProgress: ranks of two nodes write pulses, and some stop; a line sums them up.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	log, err := logdir.Create(filepath.Join(dir, "run.log"), logdir.Run{ID: "1", Size: 5})
	require.NoError(t, err)
	require.NoError(t, log.Close())
	at := logdir.Dir(filepath.Join(dir, "run.log"))
	require.NoError(t, os.Rename(filepath.Join(dir, "run.log"), logdir.JournalName(at)))
	pulses := func(host string, all ...logdir.Pulse) {
		var text bytes.Buffer
		for i := range all {
			all[i].Every = time.Second
			line := all[i].Line()
			require.Len(t, line, logdir.PulseSize)
			text.Write(line)
		}
		require.NoError(t, os.WriteFile(logdir.PulseName(at, host), text.Bytes(), 0o600))
	}
	p := NewProgress(func() string { return at })
	start := time.Now()
	look := func(after time.Duration) string { return p.Look(start.Add(after)).String() }
	assert.Equal(t, "no rank has reported yet", look(0))
	recv, barrier := calls.ByName("MPI_Recv").Kind, calls.ByName("MPI_Barrier").Kind
	pulses("a", logdir.Pulse{Rank: 0, Beat: 1, Records: 1000}, logdir.Pulse{Rank: 2, Beat: 1, Records: 10, Call: recv, In: 3 * time.Second})
	assert.Equal(t, "2 of 5 ranks, 0 records/s, 0 findings", look(time.Second))
	pulses("a", logdir.Pulse{Rank: 0, Beat: 3, Records: 2_501_000, Findings: 2}, logdir.Pulse{Rank: 2, Beat: 3, Records: 10, Call: recv, In: 12 * time.Second})
	pulses("b/c", logdir.Pulse{Rank: 1, Beat: 9, Records: 5, Call: barrier, In: 11 * time.Second},
		logdir.Pulse{Rank: 3, Beat: 9, Records: 5, Findings: 1, Call: barrier, In: 20 * time.Second}, logdir.Pulse{Rank: 4, Beat: 1, Ended: true})
	assert.Equal(t, "5 ranks, 1.25 M records/s, 3 findings, 1 ended, ranks 1,3 in MPI_Barrier for 20s, rank 2 in MPI_Recv for 12s", look(3*time.Second))
	pulses("a", logdir.Pulse{Rank: 0, Beat: 9, Records: 2_501_600, Findings: 2}, logdir.Pulse{Rank: 2, Beat: 4, Records: 4010})
	assert.Equal(t, "5 ranks, 4.1 k records/s, 3 findings, 1 ended, ranks 1,3 silent for 6s", look(9*time.Second))
	s := p.Look(start.Add(9 * time.Second))
	assert.Equal(t, []int{1, 3}, s.Silent)
	assert.Equal(t, 2, s.Heard-s.Ended-len(s.Silent), "still alive")

	// Torn pulses and other text are ignored.
	require.NoError(t, os.WriteFile(logdir.PulseName(at, "a"), []byte("0 17 1000 9\n7 7\n-1 1 1 1 1 1 1 1\n0 1 1 1 1 9999999 1 1\nxyz\n"), 0o600))
	assert.Equal(t, s.records, p.Look(start.Add(9*time.Second)).records)
	assert.False(t, logdir.AllEnded(logdir.PulseName(at, "b/c")))
	pulses("b/c", logdir.Pulse{Rank: 4, Beat: 1, Ended: true})
	assert.True(t, logdir.AllEnded(logdir.PulseName(at, "b/c")))
}

// TestPulseEvery: a file system has few writes a second, whatever the job's size.
func TestPulseEvery(t *testing.T) {
	for ranks, want := range map[int]time.Duration{2: time.Second, 500: time.Second, 10_000: 20 * time.Second} {
		assert.Equal(t, want, logdir.PulseEvery(ranks))
	}
}
