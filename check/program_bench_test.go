package check_test

import (
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// jacobi is a job in which ranks sweep over a block in their windows between fences, and put rows and columns into the
// windows of their neighbors; it has about the given number of records. Their loads and stores are rows, columns, and
// single cells.
func jacobi(t testing.TB, n, records int) (in []check.Input, accesses int) {
	const row, rows = 1 << 10, 64
	j := replay.New(t, n)
	w := j.Allocate(row*rows, 8)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_fence", 0, w) })
	for i := range n {
		pro, body := steady(j, i, func(r *replay.Rank) {
			const base = 0x10000
			for k := range int64(16) {
				r.Runs(0, base+row*(4*k+1), row-8, 1, 0)
				r.Runs(0, base+row*k, 8, rows, row)
				r.Runs(event.AccessWrites, base+row*(4*k+1)+8, row-16, 1, 0)
				r.Runs(event.AccessWrites, base+row*(4*k+2)+64*k, 8, 1, 0)
			}
			r.Do("MPI_Win_fence", 0, w)
			r.Put(w, int64(i+1)%int64(n), 0, row/8)
			r.Put(w, int64(i+n-1)%int64(n), row*(rows-1)/8, row/8)
			r.Do("MPI_Win_fence", 0, w)
		})
		times := records/(n*len(body)) + 1
		accesses += times * 64
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, accesses
}

// updates is a job in which each rank stores to and loads from elements all over its window of 1 MiB, and then adds to
// elements of its neighbor's window.
func updates(t testing.TB, n, records int) (in []check.Input, accesses int) {
	j := replay.New(t, n)
	w := j.Allocate(1<<20, 8)
	long, sum := replay.Type("MPI_LONG"), replay.Type("MPI_SUM")
	for i := range n {
		r := j.Rank(i)
		r.Do("MPI_Win_lock_all", 0, w)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for k := range int64(128) {
				r.Store(0x10000+k*7919%(1<<17)*8, 8)
				r.Load(0x10000+k*104729%(1<<17)*8, 8)
			}
			r.Do("MPI_Barrier", replay.World)
			for k := range int64(4) {
				r.Do("MPI_Accumulate", 0x5000, 1, long, int64(i+1)%int64(n), k*7907%(1<<17), 1, long, sum, w)
			}
			r.Do("MPI_Win_flush_all", w)
			r.Do("MPI_Barrier", replay.World)
		})
		times := records/(n*len(body)) + 1
		accesses += times * 256
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, accesses
}

// scattered is a job like updates, with so many loads and stores on each page that the log has them as bitmaps, each
// with different bits.
func scattered(t testing.TB, n, records int) (in []check.Input, accesses int) {
	const pages, rounds = 32, 16
	j := replay.New(t, n)
	w := j.Allocate(1<<20, 8)
	long, sum := replay.Type("MPI_LONG"), replay.Type("MPI_SUM")
	rng := rand.New(rand.NewPCG(16, 1))
	for i := range n {
		r := j.Rank(i)
		r.Do("MPI_Win_lock_all", 0, w)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for range rounds {
				for k := range int64(pages) {
					for _, does := range []event.AccessFlags{0, event.AccessWrites} {
						var words [8]int64
						for b := range words {
							words[b] = int64(rng.Uint64() & rng.Uint64() & rng.Uint64())
						}
						r.Bits(does, 0x10000+4096*k, 8, words[:]...)
					}
				}
				r.Do("MPI_Barrier", replay.World)
				r.Do("MPI_Accumulate", 0x5000, 1, long, int64(i+1)%int64(n), rng.Int64N(1<<17), 1, long, sum, w)
				r.Do("MPI_Win_flush_all", w)
				r.Do("MPI_Barrier", replay.World)
			}
		})
		times := records/(n*len(body)) + 1
		accesses += times * rounds * pages * 2
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, accesses
}

// elsewhere is a job in which ranks load from the send buffer and store behind the receive buffer of pending messages.
func elsewhere(t testing.TB, n, records int) (in []check.Input, accesses int) {
	j := replay.New(t, n)
	typ := replay.Type("MPI_DOUBLE")
	for i := range n {
		pro, body := steady(j, i, func(r *replay.Rank) {
			r.Do("MPI_Irecv", 0x100000, 512, typ, int64(i^1), 3, replay.World, 0x4400)
			r.Do("MPI_Isend", 0x200000, 512, typ, int64(i^1), 3, replay.World, 0x4500)
			for k := range int64(64) {
				r.Runs(0, 0x200000+8*k, 8, 8, 64)
				r.Runs(event.AccessWrites, 0x101000+64*k, 64, 1, 0)
			}
			r.Do("MPI_Wait", 0x4400, int64(i^1), 3, 4096)
			r.Do("MPI_Wait", 0x4500)
		})
		times := records/(n*len(body)) + 1
		accesses += times * 128
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, accesses
}

// processorTime returns the processor time that the process has used so far: on a busy machine, elapsed time says
// little.
func processorTime(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// BenchmarkProgram: rank view, matching, races and all rules on one core; one op is one record.
func BenchmarkProgram(b *testing.B) {
	for name, job := range map[string]func(testing.TB, int, int) ([]check.Input, int){"jacobi": jacobi, "updates": updates, "scattered": scattered,
		"messages": elsewhere} {
		b.Run(name, func(b *testing.B) {
			in, accesses := job(b, 4, b.N)
			b.ReportAllocs()
			b.ResetTimer()
			began := processorTime(b)
			res, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
			if err != nil {
				b.Fatal(err)
			}
			for _, f := range res.Findings {
				if f.Rule.Family() == "RACE" {
					b.Fatal(f.Message)
				}
			}
			b.ReportMetric(float64(accesses)/b.Elapsed().Seconds()/1e6, "M-accesses/s")
			b.ReportMetric(float64(processorTime(b)-began)/float64(accesses), "processor-ns/access")
		})
	}
}
