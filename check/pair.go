package check

import (
	"slices"
	"time"

	"github.com/gomarmot/gomarmot/runtime/logdir"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
)

// spawnCall is a call that has spawned a job.
type spawnCall struct {
	ranks []int32        // that have made it, in the order of their group
	calls []tracker.Site // of each
	size  int            // number of spawned processes
	// The earliest entry and the latest return of a rank, in ticks of its host.
	entered, returned ticks
}

// ticks is a time on the host of a rank.
type ticks struct {
	rank int32
	at   uint64
}

// id is the identity of the intercommunicator that the call has returned.
func (c *spawnCall) id() uint64 {
	return object.HashID("spawned", c.ranks, c.calls[0].Ring, c.calls[0].Seq)
}

// spawnCalls returns the calls that have spawned jobs, as far as all ranks that have made them are known.
func spawnCalls(feeds []*feed) []spawnCall {
	of := make([]map[uint64]objects.Spawn, len(feeds)) // by rank and ID
	for i, f := range feeds {
		if f.rank == nil {
			continue
		}
		of[i] = map[uint64]objects.Spawn{}
		for _, s := range f.rank.Objects.Spawns {
			of[i][s.ID] = s
		}
		if len(f.rank.Objects.Spawns) == objects.MostSpawns || len(of[i]) < len(f.rank.Objects.Spawns) {
			return nil
		}
	}
	var out []spawnCall
	for i, f := range feeds {
		if f.rank == nil {
			continue
		}
		for _, s := range f.rank.Objects.Spawns {
			if len(s.Members) == 0 || s.Members[0] != int32(i) || s.ID == 0 {
				continue
			}
			if c, ok := spawnCallOf(of, s); ok {
				out = append(out, c)
			}
		}
	}
	return out
}

// spawnCallOf returns the call that a rank has made together with other ranks.
func spawnCallOf(of []map[uint64]objects.Spawn, s objects.Spawn) (spawnCall, bool) {
	c := spawnCall{ranks: s.Members, size: s.Size}
	for _, rank := range s.Members {
		if rank < 0 || int(rank) >= len(of) {
			return c, false
		}
		x, ok := of[rank][s.ID]
		if !ok || !slices.Equal(x.Members, s.Members) || x.Size != s.Size {
			return c, false
		}
		if len(c.calls) == 0 || x.Entered < c.entered.at {
			c.entered = ticks{rank, x.Entered}
		}
		if len(c.calls) == 0 || x.Returned > c.returned.at {
			c.returned = ticks{rank, x.Returned}
		}
		c.calls = append(c.calls, x.Call)
	}
	return c, true
}

// pair returns the jobs of which it is certain which call of j has spawned them: no other job and no other call fit.
func (j *Job) pair(jobs []*Job) (out []*spawnedJob) {
	fit := func(c *spawnCall, s *Job) bool { return j.fits(c, s) }
	for i := range j.spawns {
		c := &j.spawns[i]
		var only *Job
		n := 0
		for _, s := range jobs {
			if fit(c, s) {
				only = s
				n++
			}
		}
		if n != 1 {
			continue
		}
		others := 0
		for k := range j.spawns {
			if fit(&j.spawns[k], only) {
				others++
			}
		}
		if others == 1 {
			out = append(out, &spawnedJob{Job: only, by: c})
		}
	}
	return out
}

// fits reports whether a call may have spawned a job: it has as many processes, of the same MPI library, and each
// process has called MPI_Init while the call was under way.
func (j *Job) fits(c *spawnCall, s *Job) bool {
	if s.Log.Size != c.size || len(s.Log.Missing) > 0 || s.Header == nil || j.Header == nil ||
		s.Header.Library != j.Header.Library {
		return false
	}
	same := j.onHostOf(c, s)
	if !same && !logdir.SameRun(j.Log.Dir, s.Log.Dir) {
		return false
	}
	for _, r := range s.Log.Ranks() {
		if r.Header == nil {
			return false
		}
		start := r.Header.Ticks.Tick0
		if same && (start < c.entered.at || start > c.returned.at) {
			return false
		}
		at := time.Unix(0, r.Header.Ticks.Unix0)
		if !same && (at.Before(j.clock(c.entered).Add(-clockError)) || at.After(j.clock(c.returned).Add(clockError))) {
			return false
		}
	}
	return true
}

// clockError is by how much the clocks of two hosts may differ where the time decides which call has spawned a job.
const clockError = 10 * time.Second

// clock returns the time of day of ticks.
func (j *Job) clock(t ticks) time.Time {
	r := j.byRank[int(t.rank)]
	if r == nil || r.Ticks.PerSecond <= 0 {
		return time.Time{}
	}
	since := float64(int64(t.at-r.Ticks.Tick0)) / r.Ticks.PerSecond
	return time.Unix(0, r.Ticks.Unix0).Add(time.Duration(since * float64(time.Second)))
}

// onHostOf reports whether all processes of a job, and all that have spawned it, ran on one host: their ticks can be
// compared.
func (j *Job) onHostOf(c *spawnCall, s *Job) bool {
	other := func(r *logdir.RankLog) bool { return r == nil || r.Header == nil || r.Header.Host != s.Header.Host }
	for _, rank := range c.ranks {
		if other(j.byRank[int(rank)]) {
			return false
		}
	}
	return !slices.ContainsFunc(s.Log.Ranks(), other)
}
