package job_test

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
)

// whole is the full text of a fact about a race, and text for any other fact.
func whole(f fact.Fact) string {
	switch f := f.(type) {
	case *fact.Race:
		return fmt.Sprintf("race %v %v of %+v and %+v", f.Why, [...]any{f.Lo, f.Hi, f.Offset, f.Begun, f.Waited, f.Between}, f.First.Site, f.Second.Site)
	case *fact.FileRace:
		return fmt.Sprintf("file race %+v %+v of %+v and %+v", f.Of, f.With, f.First.Site, f.Second.Site)
	}
	return text(f)
}

// facts returns the facts of a job that is fed in an order drawn from the seed. Judges work at once or, with apart,
// beside the matchers: on the goroutine of the matchers and on up to three others, sometimes ahead and sometimes
// behind.
func facts(j *replay.Job, n int, seed uint64, apart bool) (out []string) {
	v, rng := &view{}, rand.New(rand.NewPCG(seed, 11))
	after := func(*job.Job) {}
	if apart {
		yield := func() bool {
			for range rng.IntN(4) {
				runtime.Gosched()
			}
			return rng.IntN(3) == 0
		}
		v.beside = &job.Beside{Idle: yield, Block: 1 + rng.IntN(1<<rng.IntN(8))}
		var others sync.WaitGroup
		var over atomic.Bool
		defer others.Wait()
		defer over.Store(true)
		var begin sync.Once
		after = func(x *job.Job) {
			begin.Do(func() {
				for range rng.IntN(4) {
					others.Go(func() {
						for !over.Load() {
							x.Work()
							runtime.Gosched()
						}
					})
				}
			})
			yield()
		}
	}
	watchSteps(j, n, seed, func(f fact.Fact) { out = append(out, whole(f)) }, after, v)
	return out
}

// Facts and their order depend neither on whether judges work beside the matchers, nor on which goroutine is faster.
func TestBeside(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	programs := uint64(600)
	if testing.Short() {
		programs = 150
	}
	races, played := 0, 0
	same := func(j *replay.Job, n int, seed uint64) {
		want := facts(j, n, seed, false)
		for range 2 {
			runtime.GOMAXPROCS(1 + int(seed%8))
			require.Equal(t, want, facts(j, n, seed, true), "program %d", seed)
		}
		for _, f := range want {
			if f[:4] == "race" || f[:4] == "file" {
				races++
			}
		}
		played++
	}
	for seed := range programs {
		if d := newDrama(t, seed, seed%3 > 0); d.play(10 + d.rng.IntN(70)) {
			if d.rng.IntN(2) == 0 {
				d.j.Free(d.wins[0].handle)
			}
			same(d.j, d.n, seed)
		}
		d := newArchive(t, seed)
		d.play(30 + int(seed%40))
		same(d.j, len(d.clerks), seed)
	}
	require.Greater(t, races, int(programs/4), "of %d programs hardly any has a race", played)
}
