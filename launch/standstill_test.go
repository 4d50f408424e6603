package launch

import (
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/runtime/segment"
)

// TestAllWait: a job stands still if each of its ranks, on whatever host, has been in an MPI call for two pulses, and
// has said so lately. Clocks of hosts are not compared.
func TestAllWait(t *testing.T) {
	waits := func(rank int, seconds float64) logdir.Pulse {
		d := time.Duration(seconds * float64(time.Second))
		return logdir.Pulse{Rank: rank, Beat: 1, Doing: logdir.Waiting, Spot: logdir.Spot{Call: calls.ByName("MPI_Recv").Kind}, In: d, Still: d}
	}
	change := func(p logdir.Pulse, how func(p *logdir.Pulse)) logdir.Pulse {
		how(&p)
		return p
	}
	all := []logdir.Pulse{waits(0, 40), waits(1, 30), waits(2, 50)}
	for name, c := range map[string]struct {
		last  logdir.Pulse // of rank 2, on another host
		again bool         // rank 2 tells something a second time
		late  time.Duration
		want  time.Duration
	}{
		"all wait":         {all[2], true, 0, 30 * time.Second},
		"one computes":     {change(all[2], func(p *logdir.Pulse) { p.Doing = logdir.Outside }), true, 0, 0},
		"one polls":        {change(all[2], func(p *logdir.Pulse) { p.Doing = logdir.Polling }), true, 0, 0},
		"one makes calls":  {change(all[2], func(p *logdir.Pulse) { p.Doing = logdir.Calling }), true, 0, 0},
		"one just came":    {waits(2, 1.5), true, 0, 0},
		"a thread is free": {change(all[2], func(p *logdir.Pulse) { p.Idle = 1 }), true, 0, 0},
		"any may call":     {change(all[2], func(p *logdir.Pulse) { p.Free = true }), true, 0, 0},
		"one is stale":     {all[2], false, 0, 0},
		"all are stale":    {all[2], true, 4 * time.Second, 0},
		"one has ended":    {logdir.Pulse{Rank: 2, Beat: 9, Ended: true}, false, 0, 30 * time.Second},
		"one is missing":   {waits(1, 50), true, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			p := NewProgress(func() string { return dir })
			start := time.Now()
			pulsed(t, dir, "a", all[0], all[1])
			pulsed(t, dir, "b", c.last)
			p.Look(start)
			pulsed(t, dir, "a", next(all[0]), next(all[1]))
			if c.again {
				pulsed(t, dir, "b", next(c.last))
			}
			now := start.Add(time.Second)
			s := p.Look(now)
			s.Size = 3
			assert.Equal(t, c.want, p.AllWait(s, now.Add(c.late)).Truncate(time.Second))
		})
	}
}

// TestWritten: a segment may be shorter here than its rank says.
func TestWritten(t *testing.T) {
	dir := t.TempDir()
	p := NewProgress(func() string { return dir })
	pulsed(t, dir, "a", logdir.Pulse{Rank: 0, Beat: 1, Size: 5})
	p.Look(time.Now())
	assert.False(t, p.Written(), "there is none")
	require.NoError(t, os.WriteFile(logdir.SegmentName(dir, 0), []byte("1234"), 0o600))
	assert.False(t, p.Written())
	require.NoError(t, os.WriteFile(logdir.SegmentName(dir, 0), []byte("12345"), 0o600))
	assert.True(t, p.Written())
}

// TestEndedBefore: a rank without a pulse has ended if its segment says so.
func TestEndedBefore(t *testing.T) {
	dir := t.TempDir()
	for rank, state := range map[int]segment.State{1: segment.Finalized, 2: segment.Running} {
		w, err := segment.Create(logdir.SegmentName(dir, rank), segment.Header{Rank: rank, Size: 4})
		require.NoError(t, err)
		require.NoError(t, w.SetState(state))
		require.NoError(t, w.Close())
	}
	p := NewProgress(func() string { return dir })
	assert.Equal(t, []logdir.Pulse{{Rank: 1, Ended: true}}, p.endedBefore(dir, 4))
}

// TestStillElsewhere: ranks on other hosts are watched by their pulses, and each standstill is reported once, when all
// records of the ranks can be read.
func TestStillElsewhere(t *testing.T) {
	dir := t.TempDir()
	log := dir + "/run.log"
	require.NoError(t, os.Mkdir(logdir.Dir(log), 0o700))
	require.NoError(t, os.WriteFile(logdir.JournalName(logdir.Dir(log)), []byte(`{"msg":"`+logdir.FirstMessage+`","format":1,"size":2}`+"\n"), 0o600))
	w := NewWatch(func() string { return log }, 10*time.Second)
	w.elsewhere = true
	now, beat := time.Now(), uint64(0)
	still := func(first, second time.Duration) bool {
		now, beat = now.Add(time.Second), beat+1
		at := logdir.Spot{Call: calls.ByName("MPI_Recv").Kind}
		pulsed(t, logdir.Dir(log), "a", logdir.Pulse{Rank: 0, Beat: beat, Doing: logdir.Waiting, Spot: at, Still: first, Size: 4})
		pulsed(t, logdir.Dir(log), "b", logdir.Pulse{Rank: 1, Beat: beat, Doing: logdir.Outside, Still: second})
		return w.Still(now)
	}
	const short, long = 9 * time.Second, 11 * time.Second
	assert.False(t, still(long, short), "rank 1 made a call 9 seconds ago")
	assert.False(t, still(long, long), "the segments are not there yet")
	for rank := range 2 {
		require.NoError(t, os.WriteFile(logdir.SegmentName(logdir.Dir(log), rank), []byte("1234"), 0o600))
	}
	assert.True(t, still(long, long))
	assert.Equal(t, long, w.For(now))
	assert.False(t, still(long, long), "it has been reported")
	assert.False(t, still(short, long))
	assert.True(t, still(long, long), "another standstill")
}
