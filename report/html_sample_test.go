package report

import (
	"io"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/timeline"
	"github.com/gomarmot/gomarmot/tracker"
)

// player plays the life of one rank, with its own times: a beginning, a repeated
// body, an end.
type player struct {
	parts  [][]event.Event // still to come
	wild   int             // body in which the first access misses the window; 0: none
	played int
	at     int
	seq    uint32
	now    uint64
	noise  uint64
}

func (p *player) Next(e *event.Event) error {
	for len(p.parts) > 0 && p.at == len(p.parts[0]) {
		p.parts, p.at = p.parts[1:], 0
		p.played++
	}
	if len(p.parts) == 0 {
		return io.EOF
	}
	*e = p.parts[0][p.at]
	p.at++
	p.noise ^= p.noise << 13
	p.noise ^= p.noise >> 7
	p.noise ^= p.noise << 17
	p.now += 200 + p.noise%2000
	if e.Phase == event.Leave {
		p.now += p.noise % 9000
	}
	e.Time, e.Seq = p.now, p.seq
	p.seq++
	if p.wild > 0 && p.played == p.wild && (calls.Of(e.Kind).RMA != calls.NoRMA) {
		e.A[4] += 1 << 30
	}
	return nil
}

// simulated checks a halo exchange on a ring of ranks, seven calls in each
// round, in which every eighth rank once puts past the window.
func simulated(t testing.TB, ranks, rounds int) *Report {
	t.Helper()
	j := replay.New(t, ranks)
	w := j.Allocate(1<<20, 4)
	in := j.Inputs()
	info := make([]timeline.RankInfo, ranks)
	for i := range in {
		r, n := j.Rank(i), int64(ranks)
		left, right := (int64(i)+n-1)%n, (int64(i)+1)%n
		peers := []int64{left, right}
		if left == right {
			peers = peers[:1]
		}
		g := r.Group(peers...)
		begin := len(r.Events())
		r.Do("MPI_Win_post", g, 0, w)
		r.Do("MPI_Win_start", g, 0, w)
		r.Put(w, left, 0, 256)
		r.Put(w, right, 4096, int64(64+i))
		r.Do("MPI_Win_complete", w)
		r.Do("MPI_Win_wait", w)
		r.Do("MPI_Barrier", replay.World)
		body := len(r.Events())
		r.Do("MPI_Win_free", w)
		r.Finalize()
		all := r.Events()
		p := &player{parts: [][]event.Event{all[:begin]}, noise: 88172645463325252 + uint64(i), now: 1 << 40}
		for range rounds {
			p.parts = append(p.parts, all[begin:body])
		}
		p.parts = append(p.parts, all[body:])
		if i%8 == 1 {
			p.wild = 1 + rounds/2 + i%5
		}
		in[i].Stream = p
		info[i] = timeline.RankInfo{Host: "node", Clock: timeline.Clock{Tick0: 1 << 40, Unix0: 1 << 60, PerSecond: 2e9}}
	}
	return timed(t, in, info)
}

// messaging checks a halo exchange by messages on a ring of ranks: in each round every rank sends
// two messages and receives two.
func messaging(t testing.TB, ranks, rounds int) *Report {
	t.Helper()
	j := replay.New(t, ranks)
	in := j.Inputs()
	info := make([]timeline.RankInfo, ranks)
	double := replay.Type("MPI_DOUBLE")
	for i := range in {
		r, n := j.Rank(i), int64(ranks)
		left, right := (int64(i)+n-1)%n, (int64(i)+1)%n
		begin := len(r.Events())
		r.Do("MPI_Irecv", 0x1000, 100, double, left, 1, replay.World, 71)
		r.Do("MPI_Irecv", 0x2000, 100, double, right, 2, replay.World, 72)
		r.Do("MPI_Isend", 0x3000, 100, double, right, 1, replay.World, 73)
		r.Do("MPI_Isend", 0x4000, 50, double, left, 2, replay.World, 74)
		r.With("MPI_Waitall", replay.Words([]int64{71, 72, 73, 74}), nil, 4)
		body := len(r.Events())
		r.Finalize()
		all := r.Events()
		p := &player{parts: [][]event.Event{all[:begin]}, noise: 88172645463325252 + uint64(i), now: 1 << 40}
		for range rounds {
			p.parts = append(p.parts, all[begin:body])
		}
		p.parts = append(p.parts, all[body:])
		in[i].Stream = p
		info[i] = timeline.RankInfo{Host: "node", Clock: timeline.Clock{Tick0: 1 << 40, Unix0: 1 << 60, PerSecond: 2e9}}
	}
	return timed(t, in, info)
}

// timed checks a job with its timeline.
func timed(t testing.TB, in []check.Input, info []timeline.RankInfo) *Report {
	t.Helper()
	c := timeline.NewCollector(len(in))
	res, err := check.Run(in, rules.All, check.Options{}, c)
	require.NoError(t, err)
	tl := c.Finish(info)
	loc := simulatedLocator{tl}
	return &Report{Complete: true, MPI: "simulated", Ranks: len(in), Records: res.Records, Command: "./halo --steps 100",
		Started: time.Date(2026, 3, 1, 12, 0, 5, 0, time.UTC), LogPath: "run.log",
		Findings: build(res.Findings, loc), Ends: newEnds(res.Ends, loc), timeline: tl, locator: loc}
}

// onGPU tells a GPU something, at the time of the record.
func onGPU(r *replay.Rank, action event.GPUAction, stream, flags, with int64) {
	r.Event(event.GPU, int64(action), 1, stream, flags, with, 0)
	e := &r.Events()[len(r.Events())-1]
	e.PC, e.A[5] = 7, int64(e.Time)
}

// onMemory is memory of the work before.
func onMemory(r *replay.Rank, at, n int64, use event.GPUUse) {
	r.Event(event.GPUMemory, at, n, 1, 0, int64(use), at, at+n, 0)
}

// streaming is a run in which each rank has so many streams, and in so many rounds fills a buffer on each stream, runs a
// kernel behind an event, and sends the buffers. In the last round rank 0 does not wait for its last stream.
func streaming(t testing.TB, ranks, streams, rounds int) *Report {
	t.Helper()
	j := replay.New(t, ranks)
	j.Each(func(r *replay.Rank) {
		n := int64(ranks)
		to, from := (int64(r.World())+1)%n, (int64(r.World())+n-1)%n
		r.Event(event.GPUName, 1)
		r.Events()[len(r.Events())-1].Blob = replay.Strings("_Z4packPdPKdi")
		for round := range rounds {
			for s := range int64(streams) {
				buffer, stream := 0x100000+s*0x1000, 100+s
				r.Do("MPI_Irecv", 0x800000+s*0x1000, 100, replay.Type("MPI_DOUBLE"), from, s, replay.World, 1000+s)
				onGPU(r, event.GPUFill, stream, 1<<8, 0)
				onMemory(r, buffer, 800, event.GPUWrites)
				onGPU(r, event.GPURecord, stream, 0, 7)
				onGPU(r, event.GPUAwait, stream, 0, 7)
				onGPU(r, event.GPUCopy, stream, 1<<8, 0)
				onMemory(r, buffer+800, 800, event.GPUWrites)
				onGPU(r, event.GPUKernel, stream, 1<<8, 1)
				onMemory(r, buffer+1600, 800, event.GPUMay)
			}
			for s := range int64(streams) {
				if round < rounds-1 || r.World() > 0 || s < int64(streams)-1 {
					onGPU(r, event.GPUStreamDone, 100+s, 0, 0)
				}
				r.Do("MPI_Isend", 0x100000+s*0x1000, 100, replay.Type("MPI_DOUBLE"), to, s, replay.World, 2000+s)
			}
			for s := range int64(streams) {
				r.Do("MPI_Wait", 1000+s, from, s, 0, 800)
				r.Do("MPI_Wait", 2000+s)
			}
		}
		r.Do("MPI_Barrier", replay.World)
	})
	j.Finalize()
	return timed(t, j.Inputs(), make([]timeline.RankInfo, ranks))
}

// allStates is a run of two ranks with every kind of epoch, a split collective
// operation, and at the end a lock and a call that have not ended.
func allStates(t testing.TB) *Report {
	t.Helper()
	j := replay.New(t, 2)
	w, f := j.Allocate(1<<10, 4), j.Handle()
	o, g := j.Rank(0), j.Rank(1)
	j.Fence(0, w)
	o.Put(w, 1, 0, 4)
	j.Fence(j.Flavour.ModeNoSucceed, w)
	g.Do("MPI_Win_post", g.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 4)
	o.Do("MPI_Win_complete", w)
	g.Do("MPI_Win_wait", w)
	g.Do("MPI_Win_lock_all", 0, w)
	g.Put(w, 0, 0, 4)
	g.Do("MPI_Win_unlock_all", w)
	j.Each(func(r *replay.Rank) {
		r.With("MPI_File_open", replay.Strings("out.dat"), nil, replay.World, 0, j.Flavour.ModeRdwr|j.Flavour.ModeCreate, replay.InfoNull, f, 0, 0)
		r.Do("MPI_File_write_all_begin", f, 0x1000, 4, replay.Type("MPI_INT"))
		r.Do("MPI_File_write_all_end", f, 0x1000, 0)
		r.Do("MPI_File_close", f)
	})
	o.Do("MPI_Win_lock", o.Exclusive(), 1, 0, w)
	o.Put(w, 1, 0, 4)
	o.Stuck("MPI_Barrier", replay.World)
	return timed(t, j.Inputs(), make([]timeline.RankInfo, 2))
}

// simulatedLocator finds lines in this file, where replay took them from.
type simulatedLocator struct{ tl *timeline.Timeline }

func (simulatedLocator) Locate(_ int32, pc uint64) Site {
	return Site{Place: source.Place{File: "html_sample_test.go", Line: int(pc), Func: "simulated", Module: "report.test", Offset: pc}}
}

func (l simulatedLocator) When(s tracker.Site) (float64, bool) { return l.tl.At(s) }

func (l simulatedLocator) OnStream(s tracker.Site) (int, bool) { return l.tl.Stream(s) }
