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
	pulses("a", logdir.Pulse{Rank: 0, Beat: 1, Records: 1000}, logdir.Pulse{Rank: 2, Beat: 1, Records: 10, Doing: logdir.Waiting, Spot: logdir.Spot{Call: recv}, In: 3 * time.Second})
	assert.Equal(t, "2 of 5 ranks, 0 records/s, 0 findings", look(time.Second))
	pulses("a", logdir.Pulse{Rank: 0, Beat: 3, Records: 2_501_000, Findings: 2}, logdir.Pulse{Rank: 2, Beat: 3, Records: 10, Doing: logdir.Waiting, Spot: logdir.Spot{Call: recv}, In: 12 * time.Second})
	pulses("b/c", logdir.Pulse{Rank: 1, Beat: 9, Records: 5, Doing: logdir.Waiting, Spot: logdir.Spot{Call: barrier}, In: 11 * time.Second},
		logdir.Pulse{Rank: 3, Beat: 9, Records: 5, Findings: 1, Doing: logdir.Waiting, Spot: logdir.Spot{Call: barrier}, In: 20 * time.Second}, logdir.Pulse{Rank: 4, Beat: 1, Ended: true})
	assert.Equal(t, "5 ranks, 1.25 M records/s, 3 findings, 1 ended, ranks 1,3 in MPI_Barrier for 20s, rank 2 in MPI_Recv for 12s", look(3*time.Second))
	pulses("a", logdir.Pulse{Rank: 0, Beat: 9, Records: 2_501_600, Findings: 2}, logdir.Pulse{Rank: 2, Beat: 4, Records: 4010})
	assert.Equal(t, "5 ranks, 4.1 k records/s, 3 findings, 1 ended, ranks 1,3 silent for 6s", look(9*time.Second))
	s := p.Look(start.Add(9 * time.Second))
	assert.Equal(t, []int{1, 3}, s.Silent)
	assert.Equal(t, 2, s.Heard-s.Ended-len(s.Silent), "still alive")

	// Torn pulses and other text are ignored.
	require.NoError(t, os.WriteFile(logdir.PulseName(at, "a"), []byte(damagedPulses), 0o600))
	assert.Equal(t, s.records, p.Look(start.Add(9*time.Second)).records)
	assert.False(t, logdir.AllEnded(logdir.PulseName(at, "b/c")))
	pulses("b/c", logdir.Pulse{Rank: 4, Beat: 1, Ended: true})
	assert.True(t, logdir.AllEnded(logdir.PulseName(at, "b/c")))
}

// damagedPulses are lines that no rank writes: torn, of a rank below 0, of a call that does not exist, of an unknown
// activity, of no time between pulses, and other text.
const damagedPulses = `0 17 1000 9
7 7
-1 17 1000 1 1 0 1 0 0 0 0 0 0 0 0 0
0 17 1000 1 1 9999999 1 0 0 0 0 0 0 0 0 0
0 17 1000 1 1 0 1 0 9 0 0 0 0 0 0 0
0 17 0 1 1 0 1 0 0 0 0 0 0 0 0 0
xyz
`

// TestPulse: a line has all of a pulse.
func TestPulse(t *testing.T) {
	dir := t.TempDir()
	want := logdir.Pulse{
		Host: "node7", Rank: 1_000_000, Beat: 1 << 40, Every: 20 * time.Second, Records: 1 << 50, Findings: 1 << 20, Doing: logdir.Waiting,
		Spot:  logdir.Spot{Call: calls.ByName("MPI_Recv").Kind, PC: 0xffff_7fff_ffff_ffff, Module: 1<<32 - 1, Offset: 1 << 40},
		Still: 1000 * time.Hour, In: 1000 * time.Hour, Idle: 1000, Size: 1 << 50, Free: true, Ended: true,
	}
	line := want.Line()
	require.Len(t, line, logdir.PulseSize)
	require.NoError(t, os.WriteFile(logdir.PulseName(dir, "node7"), line, 0o600))
	all, err := logdir.ReadPulses(dir)
	require.NoError(t, err)
	assert.Equal(t, []logdir.Pulse{want}, all)
}

// TestPulseEvery: a file system has few writes a second, whatever the job's size.
func TestPulseEvery(t *testing.T) {
	for ranks, want := range map[int]time.Duration{2: time.Second, 500: time.Second, 10_000: 20 * time.Second} {
		assert.Equal(t, want, logdir.PulseEvery(ranks))
	}
}
