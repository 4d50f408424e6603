package launch

import (
	"bytes"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
)

// pulsed writes the pulses of a host.
func pulsed(t *testing.T, dir, host string, all ...logdir.Pulse) {
	t.Helper()
	var text bytes.Buffer
	for i := range all {
		all[i].Every = time.Second
		text.Write(all[i].Line())
	}
	require.NoError(t, os.WriteFile(logdir.PulseName(dir, host), text.Bytes(), 0o600))
}

// TestRollCall: ranks of three hosts are grouped by their activity, its place and its duration; the smallest group
// comes first, and ranks that have ended come last.
func TestRollCall(t *testing.T) {
	dir := t.TempDir()
	p := NewProgress(func() string { return dir })
	barrier := logdir.Spot{Call: calls.ByName("MPI_Barrier").Kind, PC: 0x401000, Module: 7, Offset: 0x1000}
	in := func(rank int, seconds int) logdir.Pulse {
		x := logdir.Pulse{Rank: rank, Beat: 1, Doing: logdir.Waiting, Spot: barrier, In: time.Duration(seconds) * time.Second}
		x.Spot.PC += uint64(rank) << 24 // each process has other addresses
		return x
	}
	outside := in(4, 39)
	outside.Doing = logdir.Outside
	pulsed(t, dir, "a", in(0, 40), in(1, 41), outside)
	pulsed(t, dir, "b", in(2, 40), in(3, 90), logdir.Pulse{Rank: 5, Beat: 1, Ended: true}, logdir.Pulse{Rank: 6, Beat: 1, Ended: true})
	pulsed(t, dir, "c", in(7, 10))
	start := time.Now()
	p.Look(start)
	now := start.Add(10 * time.Second)
	pulsed(t, dir, "a", next(in(0, 50)), next(in(1, 51)), next(outside))
	pulsed(t, dir, "b", next(in(2, 50)), next(in(3, 100)), logdir.Pulse{Rank: 5, Beat: 1, Ended: true}, logdir.Pulse{Rank: 6, Beat: 1, Ended: true})
	s := p.Look(now)
	s.Size = 10
	asked := 0
	groups := p.RollCall(s, now, func(rank int, at logdir.Spot) string {
		asked++
		return fmt.Sprintf("x.c:%d", at.Offset)
	})
	var got []string
	for _, g := range groups {
		got = append(got, fmt.Sprintf("%d %v %v %v-%v %s", g.State, g.Ranks, g.Hosts, g.Shortest, g.Longest, g.Place))
	}
	assert.Equal(t, []string{
		"0 [7] [c] 10s-10s x.c:4096",
		"2 [4] [a] 39s-39s x.c:4096",
		"4 [3] [b] 1m40s-1m40s x.c:4096",
		"1 [8 9] [] 0s-0s ",
		"4 [0 1 2] [a b] 50s-51s x.c:4096",
		"6 [5 6] [b] 0s-0s ",
	}, got)
	assert.False(t, p.Settled(), "rank 7 has told something once")
}

func next(p logdir.Pulse) logdir.Pulse {
	p.Beat++
	return p
}
