package job_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// Facts told at once for a single call come in the same order in each run, though maps have none.
func TestSameSequence(t *testing.T) {
	const many = 8
	// together starts sends of ints from base on that are so many bytes apart; none is received.
	together := func(r *replay.Rank, base, apart, to int64) {
		var all []int64
		for i := range int64(many) {
			all = append(all, 0x70+i)
			r.Do("MPI_Send_init", base+i*apart, 1, replay.Type("MPI_INT"), to, i, replay.World, 0x70+i)
		}
		r.With("MPI_Startall", replay.Words(all), nil, many)
		r.With("MPI_Waitall", replay.Words(all), make([]byte, 16*many), many)
		for _, h := range all {
			r.Do("MPI_Request_free", h)
		}
	}
	for _, c := range []struct {
		name string
		run  func(j *replay.Job)
		text func(f fact.Fact) string
		n    int
	}{
		{"messages", func(j *replay.Job) {
			together(j.Rank(0), 0x5000, 4, 1)
		}, func(f fact.Fact) string {
			if u, ok := f.(*fact.Unreceived); ok {
				return fmt.Sprint(u.Tag)
			}
			return ""
		}, 1},
		{"accesses", func(j *replay.Job) {
			w := j.Create(0x1000, 4096, 1)
			together(j.Rank(1), 0x1000, 128, 0)
			for range 3 * many { // mostly it puts after the sends
				j.Rank(0).Do("MPI_Barrier", replay.Self)
			}
			j.Rank(0).Do("MPI_Win_lock", j.Rank(0).Shared(), 1, 0, w)
			j.Rank(0).Put(w, 1, 0, 512)
			j.Rank(0).Do("MPI_Win_unlock", 1, w)
			j.Free(w)
		}, func(f fact.Fact) string {
			if r, ok := f.(*fact.Race); ok {
				return fmt.Sprint(r.Lo)
			}
			return ""
		}, 1},
		{"windows", func(j *replay.Job) {
			var wins []int64
			for range many {
				w := j.Handle()
				wins = append(wins, w)
				j.Each(func(r *replay.Rank) { r.Do("MPI_Win_create_dynamic", replay.InfoNull, replay.World, w) })
				j.Fence(0, w)
			}
			for _, w := range wins {
				j.Rank(0).Put(w, 1, 0x2000, 4)
			}
			j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
			for _, w := range wins {
				j.Fence(0, w)
				j.Free(w)
			}
		}, func(f fact.Fact) string {
			if o, ok := f.(*fact.Outside); ok {
				return o.Object.String()
			}
			return ""
		}, many},
	} {
		t.Run(c.name, func(t *testing.T) {
			j := replay.New(t, 2)
			c.run(j)
			j.Finalize()
			for seed := range uint64(4) {
				see := func() (got []string) {
					watchFacts(j, 2, seed, func(f fact.Fact) {
						if s := c.text(f); s != "" {
							got = append(got, s)
						}
					})
					return got
				}
				first := see()
				require.Len(t, first, c.n)
				for range 10 {
					assert.Equal(t, first, see())
				}
			}
		})
	}
}
