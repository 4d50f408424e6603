package check_test

import (
	"testing"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// hammer is a job in which n ranks add to a counter of rank 0 and put into their own part of its
// window, in one lock_all epoch; it has about the given number of records. The 64 puts
// between two barriers go to different displacements.
func hammer(t testing.TB, n, records int) (in []check.Input, calls int) {
	j := replay.New(t, n)
	w := j.Allocate(1<<30, 8)
	long, sum := replay.Type("MPI_LONG"), replay.Type("MPI_SUM")
	for i := range n {
		r := j.Rank(i)
		r.Do("MPI_Win_lock_all", 0, w)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for k := range int64(64) {
				r.Do("MPI_Fetch_and_op", 0x5000, 0x6000, long, 0, 0, sum, w)
				r.Do("MPI_Put", 0x7000, 8, long, 0, 1024*int64(i+1)+8*k, 8, long, w)
				r.Do("MPI_Win_flush", 0, w)
			}
			r.Do("MPI_Barrier", replay.World)
		})
		times := records/(n*len(body)) + 1
		calls += times * 128
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, calls
}

// BenchmarkRaces: rank view, matching, races and all rules; one op is one RMA call.
func BenchmarkRaces(b *testing.B) {
	for name, n := range map[string]int{"4": 4, "64": 64} {
		b.Run(name, func(b *testing.B) {
			in, calls := hammer(b, n, 2*b.N)
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil); err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/rma-call")
		})
	}
}

// stencil is a job in which n ranks on a ring put into the windows of both neighbors between
// fences; it has about the given number of records.
func stencil(t testing.TB, n, records int) (in []check.Input, calls int) {
	j := replay.New(t, n)
	w := j.Allocate(1<<20, 8)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_fence", 0, w) })
	for i := range n {
		pro, body := steady(j, i, func(r *replay.Rank) {
			r.Put(w, int64(i+1)%int64(n), 0, 512)
			r.Put(w, int64(i+n-1)%int64(n), 1024, 512)
			r.Do("MPI_Win_fence", 0, w)
		})
		times := records/(n*len(body)) + 1
		calls += times * 2
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, calls
}

// BenchmarkStencil: the same on the halo exchange of many ranks by fences.
func BenchmarkStencil(b *testing.B) {
	in, calls := stencil(b, 1024, 2*b.N)
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(calls), "ns/rma-call")
}
