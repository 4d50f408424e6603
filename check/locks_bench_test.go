package check_test

import (
	"testing"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// lockers is a job in which n ranks take and release locks of each other, 64 times in a round; it has about the
// given number of records. All ranks meet after a round.
func lockers(t testing.TB, n, records int, take func(r *replay.Rank, w, k int64)) (in []check.Input, rounds int) {
	j := replay.New(t, n)
	w := j.Allocate(1<<20, 8)
	for i := range n {
		pro, body := steady(j, i, func(r *replay.Rank) {
			for k := range int64(64) {
				take(r, w, k)
			}
			r.Do("MPI_Barrier", replay.World)
		})
		times := records/(n*len(body)) + 1
		rounds += times * 64
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, rounds
}

// BenchmarkLocks: rank view, matching and all rules on 64 ranks; one op is one record.
func BenchmarkLocks(b *testing.B) {
	const n = 64
	exclusive := func(r *replay.Rank, w, target int64) { r.Do("MPI_Win_lock", r.Exclusive(), target, 0, w) }
	unlock := func(r *replay.Rank, w, target int64) { r.Do("MPI_Win_unlock", target, w) }
	noCheck := replay.New(b, 1).Flavour.ModeNoCheck
	for _, c := range []struct {
		name string
		take func(r *replay.Rank, w, k int64)
	}{
		{"one", func(r *replay.Rank, w, k int64) {
			exclusive(r, w, k%n)
			unlock(r, w, k%n)
		}},
		{"all", func(r *replay.Rank, w, _ int64) {
			r.Do("MPI_Win_lock_all", 0, w)
			r.Do("MPI_Win_unlock_all", w)
		}},
		{"ascending", func(r *replay.Rank, w, k int64) {
			low := (int64(r.World()) + k) % (n - 1)
			exclusive(r, w, low)
			exclusive(r, w, low+1)
			unlock(r, w, low+1)
			unlock(r, w, low)
		}},
		{"circle", func(r *replay.Rank, w, _ int64) {
			me := int64(r.World())
			exclusive(r, w, me)
			exclusive(r, w, (me+1)%n)
			unlock(r, w, (me+1)%n)
			unlock(r, w, me)
		}},
		{"nested", func(r *replay.Rank, w, k int64) {
			if k > 0 {
				return
			}
			for t := range int64(n) {
				exclusive(r, w, t)
			}
			for t := range int64(n) {
				unlock(r, w, t)
			}
		}},
		{"unchecked", func(r *replay.Rank, w, k int64) {
			target := (int64(r.World()) + k/16) % n
			r.Do("MPI_Win_lock", r.Exclusive(), target, noCheck, w)
			unlock(r, w, target)
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			in, _ := lockers(b, n, b.N, c.take)
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil); err != nil {
				b.Fatal(err)
			}
		})
	}
}
