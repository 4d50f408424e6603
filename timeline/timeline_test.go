package timeline_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
)

// gather checks a replayed job, a tick a nanosecond, with its timeline.
func gather(t *testing.T, j *replay.Job) (*timeline.Timeline, *check.Result) {
	t.Helper()
	in := j.Inputs()
	c := timeline.NewCollector(len(in))
	res, err := check.Run(in, rules.All, check.Options{}, c)
	require.NoError(t, err)
	return c.Finish(make([]timeline.RankInfo, len(in))), res
}

// states lists the bars of a rank except those of calls, without times.
func states(tl *timeline.Timeline, rank int) []string {
	var out []string
	for _, b := range tl.Lanes[rank].Bars {
		if b.Category == timeline.InCall {
			continue
		}
		s := fmt.Sprintf("%s by %s on %s", b.Category, b.Call, b.On)
		if b.Peer >= 0 {
			s += fmt.Sprintf(" to %d", b.Peer)
		}
		if b.Open {
			s += ", open"
		}
		out = append(out, s)
	}
	return out
}

const window1 = "window 1 of MPI_COMM_WORLD"

func TestEpochs(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(1024, 4)
	j.Fence(0, w)
	j.Rank(0).Put(w, 1, 0, 4)
	j.Fence(j.Flavour.ModeNoSucceed, w)
	o, g := j.Rank(0), j.Rank(1)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 4)
	o.Do("MPI_Win_complete", w)
	g.Do("MPI_Win_post", g.Group(0), 0, w)
	g.Do("MPI_Win_wait", w)
	o.Do("MPI_Win_lock", o.Shared(), 1, 0, w)
	o.Do("MPI_Win_unlock", 1, w)
	g.Do("MPI_Win_lock_all", 0, w)
	g.Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	tl, _ := gather(t, j)
	assert.Equal(t, []string{
		"fence epoch by MPI_Win_fence on " + window1,
		"access by MPI_Put on " + window1 + " to 1",
		"access epoch by MPI_Win_start on " + window1,
		"access by MPI_Put on " + window1 + " to 1",
		"lock by MPI_Win_lock on " + window1 + " to 1",
	}, states(tl, 0))
	assert.Equal(t, []string{
		"fence epoch by MPI_Win_fence on " + window1,
		"exposure epoch by MPI_Win_post on " + window1,
		"lock_all by MPI_Win_lock_all on " + window1,
	}, states(tl, 1))
	require.Len(t, tl.Pairs.Kept, 1)
	assert.Equal(t, 0, tl.Pairs.Kept[0].Origin)
	assert.Equal(t, 1, tl.Pairs.Kept[0].Target)
	var rows []string
	for _, r := range tl.Rows.Kept {
		rows = append(rows, r.Call)
		assert.Len(t, r.Times, 2)
		assert.Nil(t, r.Ranks, "all ranks in order")
	}
	assert.Equal(t, []string{"MPI_Win_allocate", "MPI_Win_fence", "MPI_Win_fence", "MPI_Win_free"}, rows)
}

// TestTrailingFence: the epoch opened by a last fence is never used.
func TestTrailingFence(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(1024, 4)
	j.Fence(0, w)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	tl, _ := gather(t, j)
	assert.Len(t, states(tl, 0), 1)
}

func TestSplitIO(t *testing.T) {
	j := replay.New(t, 2)
	f := j.Handle()
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("out.dat"), nil, replay.World, 0, j.Flavour.ModeRdwr|j.Flavour.ModeCreate, replay.InfoNull, f, 0, 0)
		r.Do("MPI_File_write_all_begin", f, 0x1000, 4, replay.Type("MPI_INT"))
		r.Do("MPI_File_write_all_end", f, 0x1000, 0)
		r.Do("MPI_File_close", f)
	})
	j.Finalize()
	tl, _ := gather(t, j)
	got := states(tl, 1)
	require.Len(t, got, 1)
	assert.Contains(t, got[0], "split collective by MPI_File_write_all_begin on file 1 of MPI_COMM_WORLD")
	assert.Contains(t, got[0], "out.dat")
}

// TestOpen: bars left open by a hung run extend to the tick at which the rank was last known to be alive.
func TestOpen(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(1024, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock", r.Exclusive(), 1, 0, w)
	r.Stuck("MPI_Barrier", replay.World)
	in := j.Inputs()
	c := timeline.NewCollector(2)
	_, err := check.Run(in, rules.All, check.Options{}, c)
	require.NoError(t, err)
	tl := c.Finish([]timeline.RankInfo{{Alive: 5000}, {}})
	lane := tl.Lanes[0]
	last := lane.Bars[len(lane.Bars)-1]
	assert.Equal(t, "MPI_Barrier", last.Call)
	assert.True(t, last.Open)
	assert.Equal(t, lane.End, last.End)
	assert.InDelta(t, 5e-6, lane.End, 1e-6)
	assert.Contains(t, states(tl, 0), "lock by MPI_Win_lock on "+window1+" to 1, open")
	assert.GreaterOrEqual(t, tl.Span, lane.End)
}

// TestCalls: calls are counted over all ranks, with the time inside where it is recorded.
func TestCalls(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(1024, 4)
	j.Fence(0, w)
	j.Rank(0).Put(w, 1, 0, 4)
	j.Rank(2).Put(w, 0, 0, 1)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	tl, _ := gather(t, j)
	for _, c := range tl.Calls {
		switch c.Name {
		case "MPI_Put":
			assert.Equal(t, timeline.CallTotal{Name: "MPI_Put", Count: 2, Rank: -1}, c)
		case "MPI_Win_fence":
			assert.EqualValues(t, 6, c.Count)
			assert.Positive(t, c.Seconds)
		}
	}
}

// TestMessages: a message leads from the call that sent it to the call that posted its receive.
func TestMessages(t *testing.T) {
	j := replay.New(t, 2)
	o, g := j.Rank(0), j.Rank(1)
	double := replay.Type("MPI_DOUBLE")
	g.Do("MPI_Irecv", 0x1000, 100, double, 0, replay.AnySource, replay.World, 70)
	o.Do("MPI_Send", 0x2000, 10, double, 1, 5, replay.World)
	o.Do("MPI_Send", 0x2000, 0, double, 1, 6, replay.World)
	g.Do("MPI_Wait", 70, 0, 0, 5, 80)
	g.Do("MPI_Recv", 0x1000, 100, double, 0, 6, replay.World, 0, 0, 6, 0)
	o.Do("MPI_Send", 0x2000, 1, double, 1, 7, replay.World) // not received
	j.Finalize()
	tl, _ := gather(t, j)
	require.Len(t, tl.Messages.Kept, 2)
	assert.EqualValues(t, 2, tl.Messages.Seen)
	m := tl.Messages.Kept[0]
	assert.Equal(t, "MPI_Send", m.Send.Call.String())
	assert.Equal(t, "MPI_Irecv", m.Receive.Call.String())
	at, _ := tl.At(m.Send)
	assert.Equal(t, at, m.Sent)
	at, _ = tl.At(m.Receive)
	assert.Equal(t, at, m.Received)
	m.Send, m.Receive, m.Sent, m.Received = tracker.Site{}, tracker.Site{}, 0, 0
	assert.Equal(t, timeline.Message{On: "MPI_COMM_WORLD", Data: "10 MPI_DOUBLE", From: 0, To: 1, Tag: 5, Bytes: 80}, m)
}

// TestStreams: work lasts until the program has waited for it, also by an event or the device; work without a wait is
// open. Work that a finding names is kept, with its stream.
func TestStreams(t *testing.T) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	gpu := func(action event.GPUAction, stream, uses, with int64) int {
		r.Event(event.GPU, int64(action), 1, stream, uses<<8, with, 0)
		e := &r.Events()[len(r.Events())-1]
		e.A[5] = int64(e.Time)
		return len(r.Events()) - 1
	}
	memory := func(at int64) { r.Event(event.GPUMemory, at, 80, 1, 0, int64(event.GPUWrites), at, at+80, 0) }
	r.Do("MPI_Barrier", replay.World)
	r.Event(event.GPUName, 1)
	r.Events()[len(r.Events())-1].Blob = replay.Strings("_Z4packPd")
	gpu(event.GPUKernel, 10, 0, 1) // stream 1
	gpu(event.GPURecord, 10, 0, 7)
	gpu(event.GPUAwait, 20, 0, 7)
	gpu(event.GPUCopy, 20, 0, 0) // stream 2
	gpu(event.GPUStreamDone, 20, 0, 0)
	gpu(event.GPUOther, 30, 0, 0) // stream 3
	gpu(event.GPUHost, 30, 0, 0)
	gpu(event.GPUDeviceDone, 0, 0, 0)
	fill := gpu(event.GPUFill, 10, 1, 0)
	memory(0x1000)
	r.Do("MPI_Send", 0x1000, 10, replay.Type("MPI_DOUBLE"), 1, 0, replay.World)
	gpu(event.GPUFree, 0, 1, 80)
	r.Do("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Barrier", replay.World)
	j.Rank(1).Do("MPI_Recv", 0x1000, 10, replay.Type("MPI_DOUBLE"), 0, 0, replay.World, 0, 0, 0, 80)
	j.Rank(1).Do("MPI_Barrier", replay.World)
	j.Finalize()
	first := r.Events()[0].Time
	for _, e := range r.Events() {
		if e.Kind < calls.MaxKind {
			first = e.Time
			break
		}
	}
	tl, res := gather(t, j)
	var got []string
	for _, s := range tl.Lanes[0].Streams {
		got = append(got, s.Name)
		for _, w := range s.Work {
			got = append(got, fmt.Sprintf("%d %q %.0f %v", w.Kind, w.Kernel, 1e9*(w.End-w.Start), w.Open))
		}
	}
	end := fmt.Sprintf("%.0f", 1e9*tl.Lanes[0].End-float64(r.Events()[fill].Time-first))
	assert.Equal(t, []string{
		"stream 1", `2 "pack(double*)" 4 false`, `4 "" 0 false`, `7 "" 0 false`, `1 "" ` + end + ` true`,
		"stream 2", `5 "" 0 false`, `0 "" 1 false`, `7 "" 0 false`,
		"stream 3", `3 "" 2 false`, `6 "" 0 false`, `9 "" 0 false`,
	}, got)
	assert.Empty(t, tl.Lanes[1].Streams)
	assert.EqualValues(t, 10, tl.WorkSeen)
	assert.Equal(t, 10, tl.WorkKept)
	require.Len(t, res.Findings, 1)
	require.Equal(t, "GPU002", res.Findings[0].Rule.ID)
	work := res.Findings[0].Related[0].Site
	stream, ok := tl.Stream(work)
	assert.True(t, ok)
	assert.Equal(t, 0, stream)
	at, ok := tl.At(work)
	assert.True(t, ok)
	assert.InDelta(t, float64(r.Events()[fill].Time-first)/1e9, at, 1e-12)
	_, ok = tl.Stream(res.Findings[0].Sites[0])
	assert.False(t, ok, "MPI_Send")
}

// TestManyStreams: if there is more work than is kept, an even selection is kept, besides the work that a finding
// names.
func TestManyStreams(t *testing.T) {
	j := replay.New(t, 1)
	r := j.Rank(0)
	r.Do("MPI_Barrier", replay.World)
	for i := range int64(30_000) {
		r.Event(event.GPU, int64(event.GPUCopy), 1, 10+i%4, 1<<8, 0)
		r.Event(event.GPUMemory, 0x1000, 80, 1, 0, int64(event.GPUWrites), 0x1000, 0x1050, 0)
		if i == 15_001 {
			r.Do("MPI_Send", 0x1000, 10, replay.Type("MPI_DOUBLE"), 0, 0, replay.World)
		}
		if i%100 == 99 {
			r.Event(event.GPU, int64(event.GPUDeviceDone), 1, 0, 0, 0)
		}
	}
	j.Finalize()
	tl, _ := gather(t, j)
	assert.EqualValues(t, 30_000+300*4, tl.WorkSeen)
	assert.Less(t, tl.WorkKept, 20_001)
	assert.Greater(t, tl.WorkKept, 7_000)
	n := 0
	for _, s := range tl.Lanes[0].Streams[:4] {
		assert.Greater(t, len(s.Work), 1_500)
		n += len(s.Work)
	}
	assert.Equal(t, tl.WorkKept, n)
}

// TestAt finds the times of the calls that findings name.
func TestAt(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	j.Fence(0, w)
	for range 2000 {
		j.Rank(1).Put(w, 0, 0, 4)
	}
	j.Rank(1).Put(w, 0, 60, 4)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	events := j.Rank(1).Events()
	tl, res := gather(t, j)
	require.NotEmpty(t, res.Findings)
	site := res.Findings[0].Sites[0]
	require.Equal(t, "RMA005", res.Findings[0].Rule.ID)
	at, ok := tl.At(site)
	require.True(t, ok)
	first := events[0].Time
	for _, e := range events { // time starts with the first call, not with the first record
		if e.Kind < 1024 {
			first = e.Time
			break
		}
	}
	assert.InDelta(t, float64(events[site.Seq].Time-first)/1e9, at, 1e-12)
	_, ok = tl.At(tracker.Site{Rank: 7, Call: 1})
	assert.False(t, ok)
}

// TestBounded: of a long run, shares of time and a bounded number of lines are kept.
func TestBounded(t *testing.T) {
	j := replay.New(t, 4)
	w := j.Allocate(1024, 4)
	j.Each(func(r *replay.Rank) {
		for range 10_000 {
			r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
			r.Do("MPI_Win_unlock", 0, w)
			r.Do("MPI_Barrier", replay.World)
		}
	})
	j.Free(w)
	j.Finalize()
	tl, _ := gather(t, j)
	assert.True(t, tl.Aggregated)
	assert.EqualValues(t, 10_002, tl.Rows.Seen)
	assert.LessOrEqual(t, len(tl.Rows.Kept), 10_000)
	assert.GreaterOrEqual(t, len(tl.Rows.Kept), 2_500)
	var kinds = map[string]int{}
	for _, r := range tl.Rows.Kept {
		kinds[r.Call]++
	}
	assert.Equal(t, 1, kinds["MPI_Win_free"], "rare calls are kept")
	for _, l := range tl.Lanes {
		assert.Empty(t, l.Bars)
		require.NotNil(t, l.Bins)
		n := len(l.Bins.Calls)
		assert.LessOrEqual(t, n, 4096)
		assert.Greater(t, n, 16)
		sum, lock, calls := 0.0, 0.0, 0
		for k := range n {
			sum += float64(l.Bins.Share[timeline.InCall][k]) * l.Bins.Width
			lock += float64(l.Bins.Share[timeline.LockEpoch][k]) * l.Bins.Width
			calls += int(l.Bins.Calls[k])
		}
		assert.InEpsilon(t, l.Seconds[timeline.InCall], sum, 1e-3)
		assert.InEpsilon(t, l.Seconds[timeline.LockEpoch], lock, 1e-3)
		assert.Equal(t, 30_000+4, calls, "with Init, allocate, free and Finalize")
	}
}

// TestClocks: ranks of a host use the calibration of the first of these ranks. Ranks of another host are aligned
// with them by time of day.
func TestClocks(t *testing.T) {
	j := replay.New(t, 3)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	j.Finalize()
	in := j.Inputs()
	c := timeline.NewCollector(3)
	_, err := check.Run(in, rules.All, check.Options{}, c)
	require.NoError(t, err)
	// The second rank's own calibration is off by 50 ms; the third's counter
	// started elsewhere.
	tl := c.Finish([]timeline.RankInfo{
		{Host: "a", Clock: timeline.Clock{Tick0: 0, Unix0: 1e18, PerSecond: 1e9}},
		{Host: "a", Clock: timeline.Clock{Tick0: 0, Unix0: 1e18 + 50e6, PerSecond: 1.001e9}},
		{Host: "b", Clock: timeline.Clock{Tick0: 0, Unix0: 1e18 + 1e9, PerSecond: 1e9}},
	})
	assert.Equal(t, 2, tl.Clocks)
	assert.Equal(t, tl.Lanes[0].Start, tl.Lanes[1].Start)
	assert.Equal(t, 0.0, tl.Lanes[0].Start)
	assert.InDelta(t, 1.0, tl.Lanes[2].Start, 1e-6)
	assert.Equal(t, []int{0, 0}, []int{tl.Lanes[0].Clock, tl.Lanes[1].Clock})
	assert.NotEqual(t, 0, tl.Lanes[2].Clock)
}
