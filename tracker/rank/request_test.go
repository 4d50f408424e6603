package rank_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// cycle is a rank that has come to the start of a loop, and the events of a round.
func cycle(t testing.TB, round func(*replay.Rank)) (*rank.Rank, []event.Event) {
	j := replay.New(t, 2)
	r := j.Rank(0)
	s := rank.NewRank(j.Inputs()[0].Config)
	before := len(r.Events())
	feed(s, r.Events(), nil)
	round(r)
	return s, r.Events()[before:]
}

func feed(s *rank.Rank, events []event.Event, out *op.Ops) int {
	n := 0
	for i := range events {
		c, m := s.Feed(&events[i])
		if m == record.NoCall {
			continue
		}
		if m == record.Returned {
			for x := s.CompletedBy(c); x.Next(); {
				n++
			}
		}
		s.Apply(c, m, out)
	}
	return n
}

// If a program repeats the same calls, nothing is allocated for its requests.
func TestRequestsAllocateNothing(t *testing.T) {
	handles := make([]int64, 1000)
	for i := range handles {
		handles[i] = int64(5000 + i)
	}
	post := func(r *replay.Rank, h int64) {
		r.Do("MPI_Irecv", 0x5000, 1, replay.Type("MPI_INT"), 1, 1, replay.World, h)
	}
	for name, c := range map[string]struct {
		round func(*replay.Rank)
		n     int
	}{
		"wait": {func(r *replay.Rank) {
			post(r, 50)
			r.Do("MPI_Wait", 50)
		}, 1},
		"test": {func(r *replay.Rank) {
			post(r, 50)
			r.Do("MPI_Test", 50, 0)
			r.Do("MPI_Test", 50, 1)
		}, 1},
		"waitall": {func(r *replay.Rank) {
			for _, h := range handles {
				post(r, h)
			}
			r.With("MPI_Waitall", replay.Words(handles), replay.Words(nil), int64(len(handles)))
		}, len(handles)},
		"one value": {func(r *replay.Rank) {
			for range handles {
				post(r, 50)
			}
			for range handles {
				r.Do("MPI_Wait", 50)
			}
		}, len(handles)},
		"persistent": {func(r *replay.Rank) {
			r.Do("MPI_Recv_init", 0x5000, 1, replay.Type("MPI_INT"), 1, 1, replay.World, 50)
			r.With("MPI_Startall", replay.Words([]int64{50}), nil, 1)
			r.Do("MPI_Wait", 50)
			r.Do("MPI_Request_free", 50)
		}, 1},
	} {
		t.Run(name, func(t *testing.T) {
			s, events := cycle(t, c.round)
			out := &op.Ops{}
			n := 0
			round := func() {
				out.Reset()
				n = feed(s, events, out)
			}
			round()
			assert.Zero(t, testing.AllocsPerRun(5, round))
			assert.Equal(t, c.n, n)
			assert.Empty(t, s.Requests.Lost())
		})
	}
}

// A value that occurs twice in an array stands for two requests, if two requests have it.
func TestOneValueTwice(t *testing.T) {
	s, events := cycle(t, func(r *replay.Rank) {
		r.Do("MPI_Ibarrier", replay.Self, 50)
		r.Do("MPI_Ibarrier", replay.Self, 50)
		r.With("MPI_Waitall", replay.Words([]int64{50, 50, 50}), replay.Words(nil), 3)
	})
	assert.Equal(t, 2, feed(s, events, nil))
	assert.Empty(t, s.Requests.PendingOnes())
}

func BenchmarkWaitall(b *testing.B) {
	handles := make([]int64, 1000)
	for i := range handles {
		handles[i] = int64(5000 + i)
	}
	s, events := cycle(b, func(r *replay.Rank) {
		for _, h := range handles {
			r.Do("MPI_Irecv", 0x5000, 1, replay.Type("MPI_INT"), 1, 1, replay.World, h)
		}
		r.With("MPI_Waitall", replay.Words(handles), replay.Words(nil), int64(len(handles)))
	})
	out := &op.Ops{}
	for b.Loop() {
		out.Reset()
		feed(s, events, out)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(handles)), "ns/request")
}
