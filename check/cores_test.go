package check_test

import (
	"math/rand/v2"
	"runtime"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
)

// TestCores: findings, their order, how ranks ended and the number of records do
// not depend on how many cores check a log, whatever the program does.
func TestCores(t *testing.T) {
	programs := uint64(300)
	if testing.Short() {
		programs = 100
	}
	found := map[string]bool{}
	for seed := range programs {
		p := newMess(t, seed)
		for _, f := range p.sameOnCores().Findings {
			found[f.Rule.ID] = true
		}
	}
	require.Greater(t, len(found), 25, "the programs break too few rules to tell anything: %v", found)
}

// TestCoresOfCrowds is TestCores for a job of many ranks: a rank that waits gives back the memory that it reads with,
// but never while it reads.
func TestCoresOfCrowds(t *testing.T) {
	check.SetCrowd(t, 1)
	var rested atomic.Int64
	for seed := range uint64(60) {
		p := newMess(t, seed)
		p.rested = &rested
		p.sameOnCores()
	}
	require.Greater(t, rested.Load(), int64(1000), "hardly ever a rank gives memory back")
}

// resting is a stream that can give back the memory that it reads with.
type resting struct {
	check.Stream
	busy atomic.Bool
	n    *atomic.Int64
}

func (s *resting) alone(f func()) {
	if !s.busy.CompareAndSwap(false, true) {
		panic("two goroutines read a rank")
	}
	f()
	s.busy.Store(false)
}

func (s *resting) Next(e *event.Event) (err error) {
	s.alone(func() { err = s.Stream.Next(e) })
	return err
}

func (s *resting) Rest() {
	s.n.Add(1)
	s.alone(runtime.Gosched)
}

// mess is a random program with random faults.
type mess struct {
	*replay.Job
	t       *testing.T
	seed    uint64
	rng     *rand.Rand
	n       int64
	fault   float64 // how often a call is left out, or has another argument
	win     int64   // on MPI_COMM_WORLD
	dynamic int64
	file    int64
	half    int64         // one communicator for each half of the ranks
	absent  int           // rank without a log; -1: none
	rested  *atomic.Int64 // how often ranks have given memory back; nil: they cannot
}

func newMess(t *testing.T, seed uint64) *mess {
	rng := rand.New(rand.NewPCG(seed, 50))
	n := 2 + rng.IntN(4)
	p := &mess{Job: replay.New(t, n), t: t, seed: seed, rng: rng, n: int64(n), absent: -1}
	if rng.IntN(4) > 0 {
		p.fault = 0.05 * rng.Float64()
	}
	if rng.IntN(8) == 0 {
		p.absent = rng.IntN(n)
	}
	p.open()
	phases := []func(){p.fences, p.startPost, p.locks, p.attach, p.split, p.halves, p.meet, p.lose, p.types}
	for range 1 + rng.IntN(10)*rng.IntN(30) { // some take many batches
		phases[rng.IntN(len(phases))]()
	}
	p.close()
	return p
}

// sameOnCores checks the program on several numbers of cores.
func (p *mess) sameOnCores() *check.Result {
	var want *check.Result
	for _, cores := range []int{1, 2, 3, 8} {
		in := p.Inputs()
		if p.absent >= 0 {
			in[p.absent].Stream = nil
		}
		for i := range in {
			if p.rested != nil && in[i].Stream != nil {
				in[i].Stream = &resting{Stream: in[i].Stream, n: p.rested}
			}
		}
		got, err := check.Run(in, rules.All, check.InBlocks(check.Options{Cores: cores}, int(p.seed%5)), nil)
		require.NoError(p.t, err)
		if want == nil {
			want = got
		}
		require.Equal(p.t, len(want.Findings), len(got.Findings), "program %d on %d cores", p.seed, cores)
		for i, f := range want.Findings {
			require.Equal(p.t, f, got.Findings[i], "program %d, finding %d on %d cores", p.seed, i, cores)
		}
		require.Equal(p.t, want.Ends, got.Ends, "program %d on %d cores", p.seed, cores)
		require.Equal(p.t, want.Records, got.Records, "program %d on %d cores", p.seed, cores)
	}
	return want
}

// slip reports whether a fault is to happen.
func (p *mess) slip() bool { return p.rng.Float64() < p.fault }

// do makes a call on a rank unless it slips.
func (p *mess) do(r *replay.Rank, call string, args ...int64) {
	switch {
	case !p.slip():
		r.Do(call, args...)
	case p.rng.IntN(3) == 0:
		r.Fail(call, args...)
	}
}

// other returns a rank, mostly a rank of the job.
func (p *mess) other() int64 {
	if p.slip() {
		return p.n + 3
	}
	return p.rng.Int64N(p.n)
}

// open creates the objects.
func (p *mess) open() {
	p.win = p.Allocate(1<<10, 4)
	p.dynamic, p.file, p.half = p.Handle(), p.Handle(), p.Handle()
	p.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, p.dynamic)
		r.With("MPI_File_open", replay.Strings("data"), nil, replay.World, 0, 8|1, replay.InfoNull, p.file, 3, 4711)
		me, first, last := int64(r.World()), int64(0), p.n/2
		if me >= last {
			first, last = last, p.n
		}
		var members []int64
		for m := first; m < last; m++ {
			members = append(members, m)
		}
		r.With("MPI_Comm_split", nil, replay.Words(members), replay.World, first, me, p.half, 0, me-first)
	})
}

// close frees the objects, on most ranks.
func (p *mess) close() {
	p.Each(func(r *replay.Rank) {
		p.do(r, "MPI_File_close", p.file)
		p.do(r, "MPI_Win_free", p.dynamic)
		p.do(r, "MPI_Win_free", p.win)
		switch {
		case !p.slip():
			r.Finalize()
		case p.rng.IntN(2) == 0:
			r.Stuck("MPI_Barrier", replay.World)
		}
	})
}

func (p *mess) fences() {
	asserts := []int64{0, 0, 0, p.Flavour.ModeNoPut, p.Flavour.ModeNoSucceed}
	a := asserts[p.rng.IntN(len(asserts))]
	p.Each(func(r *replay.Rank) {
		p.do(r, "MPI_Win_fence", a, p.win)
		for range p.rng.IntN(4) {
			r.Put(p.win, p.other(), p.rng.Int64N(250), 4)
		}
		p.do(r, "MPI_Win_fence", p.Flavour.ModeNoSucceed, p.win)
	})
}

func (p *mess) startPost() {
	p.Each(func(r *replay.Rank) {
		left, right := (int64(r.World())+p.n-1)%p.n, (int64(r.World())+1)%p.n
		p.do(r, "MPI_Win_post", r.Group(left), p.rng.Int64N(2)*p.Flavour.ModeNoPut, p.win)
		p.do(r, "MPI_Win_start", r.Group(right), 0, p.win)
		if p.rng.IntN(2) == 0 {
			r.Put(p.win, right, 0, 8)
		}
		p.do(r, "MPI_Win_complete", p.win)
		p.do(r, "MPI_Win_wait", p.win)
	})
}

func (p *mess) locks() {
	p.Each(func(r *replay.Rank) {
		to := p.other()
		p.do(r, "MPI_Win_lock", r.Shared(), to, 0, p.win)
		r.Get(p.win, to, p.rng.Int64N(300), 4)
		p.do(r, "MPI_Win_unlock", to, p.win)
	})
}

// attach lets ranks reach memory that others attach and detach.
func (p *mess) attach() {
	base := 0x1000 * (1 + p.rng.Int64N(4))
	p.Each(func(r *replay.Rank) { p.do(r, "MPI_Win_attach", p.dynamic, base, 64) })
	p.meet()
	p.Each(func(r *replay.Rank) {
		p.do(r, "MPI_Win_lock_all", 0, p.dynamic)
		r.Put(p.dynamic, p.other(), base+4*p.rng.Int64N(15), 2)
		p.do(r, "MPI_Win_unlock_all", p.dynamic)
	})
	p.meet()
	p.Each(func(r *replay.Rank) { p.do(r, "MPI_Win_detach", p.dynamic, base) })
}

// split accesses windows while split collective operations are active.
func (p *mess) split() {
	const inside, far = 0x10000, 0x500000
	p.Each(func(r *replay.Rank) {
		memory := []int64{inside, far}[p.rng.IntN(2)]
		p.do(r, "MPI_File_write_all_begin", p.file, memory, 8, replay.Type("MPI_INT"), 1)
		to := p.other()
		r.Do("MPI_Win_lock", r.Exclusive(), to, 0, p.win)
		r.Put(p.win, to, p.rng.Int64N(16), 1)
		r.Do("MPI_Win_unlock", to, p.win)
		if p.slip() {
			p.do(r, "MPI_Recv", 0x900000, 1, replay.Type("MPI_INT"), 0, 0, replay.World)
		}
		p.do(r, "MPI_File_write_all_end", p.file, memory, 0, 1, 1)
	})
}

// halves makes one half of the ranks meet.
func (p *mess) halves() {
	low := p.rng.IntN(2) == 0
	p.Each(func(r *replay.Rank) {
		if int64(r.World()) < p.n/2 == low {
			p.do(r, "MPI_Barrier", p.half)
		}
	})
}

func (p *mess) meet() {
	call := []string{"MPI_Barrier", "MPI_Ibarrier"}[min(1, p.rng.IntN(8)/7)]
	p.Each(func(r *replay.Rank) {
		switch {
		case p.slip():
			p.do(r, "MPI_Bcast", 0x900000, 1, replay.Type("MPI_INT"), p.other(), replay.World)
		case call == "MPI_Ibarrier":
			p.do(r, call, replay.World, 0x7000+p.rng.Int64N(1<<20))
		default:
			p.do(r, call, replay.World)
		}
	})
}

// lose drops records of a rank, rarely.
func (p *mess) lose() {
	if p.slip() && p.rng.IntN(4) == 0 {
		p.Rank(p.rng.IntN(int(p.n))).Event(event.Lost, 3)
	}
}

// types reaches windows with datatypes that change at once: they are named, freed,
// and created again with the same handle.
func (p *mess) types() {
	p.Each(func(r *replay.Rank) {
		const vector = 0x4000
		integer := replay.Type("MPI_INT")
		r.Do("MPI_Type_vector", 2, 1, 2, integer, vector, 8, 0, 12, 0, 12)
		r.Do("MPI_Type_commit", vector)
		r.Do("MPI_Win_lock_all", 0, p.dynamic)
		r.Do("MPI_Put", 0x5000, 1, vector, p.other(), 0x1000, 1, vector, p.dynamic)
		r.Do("MPI_Win_unlock_all", p.dynamic)
		r.With("MPI_Type_set_name", replay.Strings("row"), nil, vector)
		p.do(r, "MPI_Type_free", vector)
	})
}
