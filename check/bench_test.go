package check_test

import (
	"io"
	"testing"

	"github.com/gomarmot/gomarmot/check"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rankcheck"
	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// loop gives a prologue once and then its body n times.
type loop struct {
	prologue, body []event.Event
	n, at          int
}

func (l *loop) Next(e *event.Event) error {
	if len(l.prologue) > 0 {
		*e, l.prologue = l.prologue[0], l.prologue[1:]
		return nil
	}
	if l.n == 0 {
		return io.EOF
	}
	*e = l.body[l.at]
	if l.at++; l.at == len(l.body) {
		l.at, l.n = 0, l.n-1
	}
	return nil
}

// steady builds the events of a rank: everything until mark, then the body.
func steady(j *replay.Job, rank int, body func(*replay.Rank)) ([]event.Event, []event.Event) {
	r := j.Rank(rank)
	n := len(r.Events())
	body(r)
	all := r.Events()
	return all[:n:n], all[n:]
}

// passive is the put and flush loop of a passive-target program; 3 records.
func passive(b *testing.B) (pro, body []event.Event) {
	j := replay.New(b, 2)
	w := j.Allocate(1<<20, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_lock_all", 0, w)
	return steady(j, 0, func(r *replay.Rank) {
		r.Put(w, 1, 0, 1024)
		r.Do("MPI_Win_flush", 1, w)
	})
}

// exchange is the halo exchange by PSCW of a rank, both ways; 10 records.
func exchange(j *replay.Job, rank int, w int64) (pro, body []event.Event) {
	other := int64(1 - rank)
	g := j.Rank(rank).Group(other)
	return steady(j, rank, func(r *replay.Rank) {
		r.Do("MPI_Win_post", g, 0, w)
		r.Do("MPI_Win_start", g, 0, w)
		r.Put(w, other, 0, 512)
		r.Put(w, other, 1024, 512)
		r.Do("MPI_Win_complete", w)
		r.Do("MPI_Win_wait", w)
	})
}

// BenchmarkLive: tracker and rank rules; one op is one record.
func BenchmarkLive(b *testing.B) {
	for name, events := range map[string]func() (pro, body []event.Event){
		"passive": func() (pro, body []event.Event) { return passive(b) },
		"exchange": func() (pro, body []event.Event) {
			j := replay.New(b, 2)
			return exchange(j, 0, j.Allocate(1<<20, 4))
		},
	} {
		b.Run(name, func(b *testing.B) {
			pro, body := events()
			l := rankcheck.New(reading.Config{Size: 2}, rules.Select(false), func(f *rules.Finding) { b.Errorf("%s: %s", f.Rule.ID, f.Message) })
			for i := range pro {
				l.Event(&pro[i])
			}
			b.ReportAllocs()
			b.ResetTimer()
			for i := range b.N {
				l.Event(&body[i%len(body)])
			}
		})
	}
}

// BenchmarkJob: rank view, job view and all rules on a halo exchange by PSCW
// on two ranks; one op is one record.
func BenchmarkJob(b *testing.B) {
	j := replay.New(b, 2)
	w := j.Allocate(1<<20, 4)
	var in []check.Input
	records := 0
	for i := range 2 {
		pro, body := exchange(j, i, w)
		n := b.N/(2*len(body)) + 1
		records += n * len(body)
		in = append(in, check.Input{Config: reading.Config{World: i, Size: 2}, Stream: &loop{prologue: pro, body: body, n: n}})
	}
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := check.Run(in, rules.All, check.Options{}, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(records), "ns/record")
}

// BenchmarkCollectives: the same on collective communication of 16 ranks, half of
// the calls with a count for each rank.
func BenchmarkCollectives(b *testing.B) {
	const n = 16
	j := replay.New(b, n)
	counts, places := make([]int64, n), make([]int64, n)
	for i := range counts {
		counts[i] = int64(i % 3)
		if i > 0 {
			places[i] = places[i-1] + counts[i-1]
		}
	}
	intType := replay.Type("MPI_INT")
	var in []check.Input
	records := 0
	for i := range n {
		mine, from := make([]int64, n), make([]int64, n)
		for k := range mine {
			mine[k], from[k] = int64(i%3), int64(i%3*k)
		}
		pro, body := steady(j, i, func(r *replay.Rank) {
			r.Do("MPI_Allreduce", 0x1000, 0x2000, 8, intType, replay.Type("MPI_SUM"), replay.World)
			r.Do("MPI_Bcast", 0x1000, 8, intType, 0, replay.World)
			r.With("MPI_Alltoallv", replay.Words(mine, from, counts, places), nil,
				0x1000, 1, 1, intType, 0x2000, 1, 1, intType, replay.World)
			r.With("MPI_Allgatherv", replay.Words(counts, places), nil, 0x1000, counts[i], intType, 0x2000, 1, 1, intType, replay.World)
		})
		k := b.N/(n*len(body)) + 1
		records += k * len(body)
		in = append(in, check.Input{Config: reading.Config{World: i, Size: n}, Stream: &loop{prologue: pro, body: body, n: k}})
	}
	b.ReportAllocs()
	b.ResetTimer()
	r, err := check.Run(in, rules.All, check.Options{}, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Rule.Family() == "COLL" {
			b.Fatal(f.Message)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(records), "ns/record")
}

// BenchmarkMessages: rank view, matching and all rules on a halo exchange of
// messages on two ranks; one op is one record.
func BenchmarkMessages(b *testing.B) {
	in, records := halo(b, b.N)
	b.ReportAllocs()
	b.ResetTimer()
	if _, err := check.Run(in, rules.All, check.Options{Cores: 1}, nil); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(records), "ns/record")
}

// halo is a job of two ranks that exchange messages in all common ways, with about n records.
func halo(t testing.TB, n int) (in []check.Input, records int) {
	j := replay.New(t, 2)
	double := replay.Type("MPI_DOUBLE")
	for i := range 2 {
		other := int64(1 - i)
		pro, body := steady(j, i, func(r *replay.Rank) {
			r.Do("MPI_Irecv", 0x6000, 512, double, other, 1, replay.World, 0x71)
			r.Do("MPI_Irecv", 0x8000, 512, double, replay.AnySource, 2, replay.World, 0x72)
			r.Do("MPI_Isend", 0xa000, 512, double, other, 1, replay.World, 0x73)
			r.Do("MPI_Isend", 0xc000, 512, double, other, 2, replay.World, 0x74)
			r.With("MPI_Waitall", replay.Words([]int64{0x71, 0x72, 0x73, 0x74}),
				replay.Words([]int64{other<<32 | 1, 4096, other<<32 | 2, 4096, 0, 0, 0, 0}), 4)
			r.Do("MPI_Send", 0xa000, 1, double, other, 3, replay.World)
			r.Do("MPI_Recv", 0x6000, 1, double, other, 3, replay.World, 0, other, 3, 8)
		})
		times := n/(2*len(body)) + 1
		records += times * len(body)
		in = append(in, check.Input{Config: reading.Config{World: i, Size: 2}, Stream: &loop{prologue: pro, body: body, n: times}})
	}
	return in, records
}
