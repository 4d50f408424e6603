package check_test

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// ring is a job in which n ranks on a ring exchange messages with both neighbors, and add something up
// now and then; each has about the given number of records. If it relies on buffers, every rank sends
// before it receives.
func ring(t testing.TB, n, records int, lucky bool) (in []check.Input, all int) {
	j := replay.New(t, n)
	double := replay.Type("MPI_DOUBLE")
	for i := range n {
		left, right := int64(i+n-1)%int64(n), int64(i+1)%int64(n)
		pro, body := steady(j, i, func(r *replay.Rank) {
			for range 8 {
				if lucky {
					r.Do("MPI_Send", 0x5000, 8, double, right, 0, replay.World)
					r.Do("MPI_Recv", 0x6000, 8, double, left, 0, replay.World, 0, left, 0, 64)
					continue
				}
				r.Do("MPI_Irecv", 0x6000, 8, double, left, 0, replay.World, 0x71)
				r.Do("MPI_Irecv", 0x7000, 8, double, right, 0, replay.World, 0x72)
				r.Do("MPI_Isend", 0x8000, 8, double, right, 0, replay.World, 0x73)
				r.Do("MPI_Isend", 0x9000, 8, double, left, 0, replay.World, 0x74)
				r.With("MPI_Waitall", replay.Words([]int64{0x71, 0x72, 0x73, 0x74}),
					replay.Words([]int64{left << 32, 64, right << 32, 64, 0, 0, 0, 0}), 4)
			}
			r.Do("MPI_Allreduce", 0xa000, 0xb000, 1, double, replay.Type("MPI_SUM"), replay.World)
		})
		times := records/len(body) + 1
		all += times * len(body)
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, all
}

// teamSize is the number of ranks in a team of farm, its master included.
const teamSize = 20

// farm is a job of teams of teamSize ranks. The first rank of a team is its master: it receives results from any member
// and answers with work. All ranks together have about n times the given number of records.
func farm(t testing.TB, n, records int) (in []check.Input, all int) {
	j := replay.New(t, n)
	double := replay.Type("MPI_DOUBLE")
	for i := range n {
		master := int64(i - i%teamSize)
		pro, body := steady(j, i, func(r *replay.Rank) {
			if int64(i) != master {
				r.Do("MPI_Send", 0x5000, 8, double, master, 1, replay.World)
				r.Do("MPI_Recv", 0x6000, 8, double, master, 2, replay.World, 0, master, 2, 64)
				return
			}
			for k := 1; k < teamSize && i+k < n; k++ {
				r.Do("MPI_Recv", 0x6000, 8, double, replay.AnySource, 1, replay.World, 0, master+int64(k), 1, 64)
				r.Do("MPI_Send", 0x5000, 8, double, master+int64(k), 2, replay.World)
			}
		})
		times := records / 8 // the master has half of all records
		all += times * len(body)
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, all
}

// BenchmarkFarm: masters that take messages from any source, all rules.
func BenchmarkFarm(b *testing.B) {
	for _, ranks := range []int{1000, 10000} {
		b.Run(strconv.Itoa(ranks), func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				in, records := farm(b, ranks, 1000)
				b.StartTimer()
				res, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
				require.NoError(b, err)
				for _, f := range res.Findings {
					require.Equal(b, "note", f.Severity.String(), f.Message) // message races, which a farm has
				}
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(records), "ns/record")
				b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
			}
		})
	}
}

// BenchmarkCrowd: many ranks with some records each, all rules; memory is that of the process in use after it.
func BenchmarkCrowd(b *testing.B) {
	for _, c := range []struct {
		name   string
		ranks  int
		finds  int
		lucky  bool
		counts int
	}{
		{"halo/1000", 1000, 0, false, 1000}, {"halo/10000", 10000, 0, false, 1000},
		{"long/1000", 1000, 0, false, 100_000}, {"wide/100000", 100_000, 0, false, 100},
		{"lucky/1000", 1000, 1, true, 1000}, {"lucky/10000", 10000, 1, true, 100},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				b.StopTimer()
				in, records := ring(b, c.ranks, c.counts, c.lucky)
				b.StartTimer()
				res, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil)
				require.NoError(b, err)
				found := 0
				for _, f := range res.Findings {
					if f.Rule.ID == "HANG004" {
						found++
					}
				}
				require.Equal(b, c.finds, found)
				var m runtime.MemStats
				runtime.ReadMemStats(&m)
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(records), "ns/record")
				b.ReportMetric(float64(m.Sys)/(1<<20), "MiB")
			}
		})
	}
}

// BenchmarkDeadlock: a ring of 10,000 ranks, each of which waits for the rank before it.
func BenchmarkDeadlock(b *testing.B) {
	const n = 10000
	for range b.N {
		b.StopTimer()
		j := replay.New(b, n)
		for i := range n {
			j.Rank(i).Stuck("MPI_Recv", 0x6000, 1, replay.Type("MPI_INT"), int64(i+n-1)%n, 0, replay.World)
		}
		b.StartTimer()
		found := j.Found()
		require.Len(b, found, 1)
		require.Equal(b, "HANG001", found[0].Rule)
	}
}
