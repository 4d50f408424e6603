package main

import (
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// crowded is a program with many objects of a kind at once: the time of its report must not grow with the square of
// their number.
type crowded struct {
	label string
	ranks int
	few   int // objects in the smaller of the two programs that are compared
	make  func(j *replay.Job, n int)
	finds string // the rule that the program breaks; "": none
}

var crowds = []crowded{
	{"partitions of an operation started 5 times", 2, 1024, partitions, ""},
	{"pending receives", 2, 1024, pendingReceives, ""},
	{"tags of unexpected messages", 2, 1024, unexpectedTags, ""},
	{"statuses of an MPI_Waitall", 2, 1024, waitall, ""},
	{"statuses of an MPI_Waitsome", 2, 1024, waitsome, ""},
	{"targets in an epoch", 128, 0, nil, ""},
	{"attached regions", 2, 1024, regions, ""},
	{"locked windows", 2, 128, lockedWindows, ""},
	{"windows that lock all targets at once", 2, 128, windowsOfAllTargets, ""},
	{"accesses while each target is locked", 4, 2048, lockedTargets, ""},
	{"blocks of a datatype in messages", 2, 1 << 17, messageBlocks, ""},
	{"blocks of a datatype in a window", 2, 1 << 17, windowBlocks, ""},
	{"compare-and-swap calls in a fence epoch", 4, 2048, swaps, ""},
	{"compare-and-swap calls that race with puts in a fence epoch", 4, 2048, racingSwaps, "RACE001"},
	{"compare-and-swap calls with the same result buffer", 4, 2048, swapsToOnePlace, "RACE003"},
	{"communicators", 2, 1024, communicators, ""},
}

var (
	integer = replay.Type("MPI_INT")
	long    = replay.Type("MPI_LONG")
)

const (
	buffer  = 0x10000000
	another = 0x20000000
	request = 1 << 20
)

func partitions(j *replay.Job, n int) {
	parts := int64(n)
	s, r := j.Rank(0), j.Rank(1)
	s.Do("MPI_Psend_init", buffer, parts, 2, integer, 1, 9, replay.World, replay.InfoNull, request)
	r.Do("MPI_Precv_init", another, parts, 2, integer, 0, 9, replay.World, replay.InfoNull, request)
	for range 5 {
		s.Do("MPI_Start", request)
		r.Do("MPI_Start", request)
		for i := range parts {
			s.Store(buffer+8*i, 8)
			s.Do("MPI_Pready", i, request)
			r.Do("MPI_Parrived", request, i, 1)
			r.Load(another+8*i, 8)
		}
		s.Do("MPI_Wait", request)
		r.Do("MPI_Wait", request)
	}
	for _, x := range []*replay.Rank{s, r} {
		x.Do("MPI_Request_free", request)
	}
}

// posted has rank 1 post n receives, each with its own tag, and returns their requests.
func posted(j *replay.Job, n int) (requests []int64) {
	for i := range int64(n) {
		j.Rank(1).Do("MPI_Irecv", another+8*i, 1, integer, 0, i, replay.World, request+i)
		requests = append(requests, request+i)
	}
	return requests
}

// sent has rank 0 send n messages, the last tag first.
func sent(j *replay.Job, n int) {
	for i := range int64(n) {
		j.Rank(0).Do("MPI_Send", buffer, 1, integer, 1, int64(n)-1-i, replay.World)
	}
}

func pendingReceives(j *replay.Job, n int) {
	requests := posted(j, n)
	sent(j, n)
	for i, q := range requests {
		j.Rank(1).Do("MPI_Wait", q, 1, 0x2c, 0, int64(i), 4)
	}
}

func unexpectedTags(j *replay.Job, n int) {
	s, r := j.Rank(0), j.Rank(1)
	for i := range int64(n) {
		s.Do("MPI_Isend", buffer, 1, integer, 1, int64(n)-1-i, replay.World, request+i)
	}
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	for i := range int64(n) {
		r.Do("MPI_Recv", another, 1, integer, 0, i, replay.World, 0, 0, i, 4)
		s.Do("MPI_Wait", request+i)
	}
}

// statuses are the statuses of messages with tags from 0 on, as records have them.
func statuses(n int) (words []int64) {
	for i := range int64(n) {
		words = append(words, i, 4)
	}
	return words
}

func waitall(j *replay.Job, n int) {
	requests := posted(j, n)
	sent(j, n)
	j.Rank(1).With("MPI_Waitall", replay.Words(requests), replay.Words(statuses(n)), int64(n))
}

func waitsome(j *replay.Job, n int) {
	requests, indices := posted(j, n), make([]int64, n)
	for i := range indices {
		indices[i] = int64(i)
	}
	sent(j, n)
	j.Rank(1).With("MPI_Waitsome", replay.Words(requests), replay.Words(indices, statuses(n)), int64(n), 0, int64(n))
}

func targets(j *replay.Job, n int) {
	w := j.Allocate(1024, 4)
	j.Fence(0, w)
	for k := range int64(16) {
		for i := range int64(n) {
			j.Rank(0).Put(w, i, 4*k, 1)
		}
	}
	j.Fence(0, w)
	j.Free(w)
}

func regions(j *replay.Job, n int) {
	w := j.Handle()
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
	j.Each(func(r *replay.Rank) {
		for i := range int64(n) {
			r.Do("MPI_Win_attach", w, another+256*i, 64)
		}
	})
	j.Fence(0, w)
	for i := range int64(n) {
		j.Rank(0).Put(w, 1, another+256*(int64(n)-1-i), 4)
	}
	j.Fence(0, w)
	j.Each(func(r *replay.Rank) {
		for i := range int64(n) {
			r.Do("MPI_Win_detach", w, another+256*i)
		}
	})
	j.Free(w)
}

// lockedWindows has each rank lock n windows, access all of them, and unlock them.
func lockedWindows(j *replay.Job, n int) {
	windows := make([]int64, n)
	for i := range windows {
		windows[i] = j.Create(another+256*int64(i), 256, 4)
	}
	j.Each(func(r *replay.Rank) {
		next := int64(1 - r.World())
		for _, w := range windows {
			r.Do("MPI_Win_lock", r.Shared(), next, 0, w)
			r.Put(w, next, 0, 1)
		}
		for _, w := range windows {
			r.Do("MPI_Win_unlock", next, w)
		}
	})
	for _, w := range windows {
		j.Free(w)
	}
}

// windowsOfAllTargets has two ranks lock all targets of n windows at once, and access each window.
func windowsOfAllTargets(j *replay.Job, n int) {
	windows := make([]int64, n)
	for i := range windows {
		windows[i] = j.Create(another+256*int64(i), 256, 4)
	}
	j.Each(func(r *replay.Rank) {
		for _, w := range windows {
			r.Do("MPI_Win_lock_all", 0, w)
		}
		for _, w := range windows {
			r.Put(w, int64(1-r.World()), 0, 1)
		}
		for _, w := range windows {
			r.Do("MPI_Win_unlock_all", w)
		}
	})
	for _, w := range windows {
		j.Free(w)
	}
}

// lockedTargets has each rank lock the targets of a window one by one, and then access them n times.
func lockedTargets(j *replay.Job, n int) {
	w := j.Allocate(4096, 4)
	j.Each(func(r *replay.Rank) {
		for target := range int64(4) {
			r.Do("MPI_Win_lock", r.Shared(), target, 0, w)
		}
		for i := range int64(n) {
			r.Put(w, i%4, int64(r.World())+4*(i/4%50), 1)
			r.Do("MPI_Win_flush", i%4, w)
		}
		for target := range int64(4) {
			r.Do("MPI_Win_unlock", target, w)
		}
	})
	j.Free(w)
}

// blocked returns a committed datatype of n blocks of an int, each at a different displacement.
func blocked(r *replay.Rank, n int) int64 {
	const handle = 77777
	lengths, places := make([]int64, n), make([]int64, n)
	for i := range places {
		lengths[i], places[i] = 1, int64(3*i+i%2)
	}
	size, end := int64(4*n), 4*(places[n-1]+1)
	r.With("MPI_Type_indexed", replay.Words(lengths, places), nil, int64(n), 0, 0, integer, handle, size, 0, end, 0, end)
	r.Do("MPI_Type_commit", handle)
	return handle
}

func messageBlocks(j *replay.Job, n int) {
	s, r := j.Rank(0), j.Rank(1)
	from, to := blocked(s, n), blocked(r, n)
	for range 8 {
		s.Do("MPI_Send", buffer, 1, from, 1, 0, replay.World)
		r.Do("MPI_Recv", another, 1, to, 0, 0, replay.World, 0, 0, 0, int64(4*n))
	}
	j.Each(func(r *replay.Rank) { r.Do("MPI_Type_free", from) })
}

func windowBlocks(j *replay.Job, n int) {
	w := j.Allocate(int64(16*n), 4)
	j.Fence(0, w)
	s := j.Rank(0)
	t := blocked(s, n)
	for range 8 {
		s.Do("MPI_Put", buffer, 1, t, 1, 0, 1, t, w)
		j.Fence(0, w)
	}
	s.Do("MPI_Type_free", t)
	j.Free(w)
}

// swapping has all ranks make MPI_Compare_and_swap calls to n/16 elements of the window of rank 0. The result buffers
// of a rank's calls are step bytes apart.
func swapping(j *replay.Job, n int, step int64, more func(w int64)) {
	places := max(n/16, 1)
	w := j.Allocate(int64(8*places), 8)
	j.Fence(0, w)
	for i := range int64(n / 4) {
		j.Each(func(r *replay.Rank) {
			r.Do("MPI_Compare_and_swap", buffer, buffer+8, another+step*i, long, 0, i*7919%int64(places), w)
		})
	}
	more(w)
	j.Fence(0, w)
	j.Free(w)
}

func swaps(j *replay.Job, n int) { swapping(j, n, 8, func(int64) {}) }

func swapsToOnePlace(j *replay.Job, n int) { swapping(j, n, 0, func(int64) {}) }

func racingSwaps(j *replay.Job, n int) {
	swapping(j, n, 8, func(w int64) {
		for i := range int64(n / 16) {
			j.Rank(1).Do("MPI_Put", buffer, 1, long, 0, i, 1, long, w)
		}
	})
}

func communicators(j *replay.Job, n int) {
	j.Each(func(r *replay.Rank) {
		for i := range int64(n) {
			r.Do("MPI_Comm_dup", replay.World, request+i)
		}
		for i := range int64(n) {
			r.Do("MPI_Barrier", request+i)
		}
		for i := range int64(n) {
			r.Do("MPI_Comm_free", request+i)
		}
	})
}

// job returns the program with n objects.
func (c crowded) job(t testing.TB, n int) *replay.Job {
	if c.make == nil { // the ranks themselves are the objects
		j := replay.New(t, n)
		targets(j, n)
		j.Finalize()
		return j
	}
	j := replay.New(t, c.ranks)
	c.make(j, n)
	j.Finalize()
	return j
}

// took returns the processor time of a check of a program, in seconds: the least of several, because other work on the
// machine takes the caches from the larger program. The garbage collector is off: it would scan the events of the whole
// program, which a report does not keep.
func took(t testing.TB, j *replay.Job, repeats int) float64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var s sample
	for range repeats {
		in := j.Inputs()
		runtime.GC()
		start := processorTime()
		_, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
		require.NoError(t, err)
		s = append(s, (processorTime() - start).Seconds())
	}
	return s.min()
}

// BenchmarkCrowds compares programs with N and 4 N objects.
func BenchmarkCrowds(b *testing.B) {
	for _, c := range crowds {
		b.Run(c.label, func(b *testing.B) {
			n := max(c.few, c.ranks)
			few, many := c.job(b, n), c.job(b, 4*n)
			for range b.N {
				one, four := took(b, few, 40), took(b, many, 40)
				b.ReportMetric(one, "s/N")
				b.ReportMetric(four, "s/4N")
				b.ReportMetric(four/one, "times")
			}
		})
	}
}

// TestCrowds: the programs break no rule, or only the rule in finds.
func TestCrowds(t *testing.T) {
	for _, c := range crowds {
		t.Run(c.label, func(t *testing.T) {
			res, err := check.Run(c.job(t, 64).Inputs(), rules.All, check.Options{}, nil)
			require.NoError(t, err)
			var found []string
			for _, f := range res.Findings {
				if f.Severity != rules.Note {
					found = append(found, f.Rule.ID+" "+f.Message)
				}
			}
			if c.finds == "" {
				assert.Empty(t, found)
				return
			}
			assert.True(t, slices.ContainsFunc(res.Findings, func(f *rules.Finding) bool { return f.Rule.ID == c.finds }), "%q", found)
		})
	}
}
