package job_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/rules/replay"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/job"
	"github.com/gomarmot/gomarmot/tracker/meet"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

// line is a job of two ranks, fed by hand, that repeats calls.
type line struct {
	job    *job.Job
	ranks  []*rank.Rank
	bodies [][]event.Event // of a round, by rank
	ops    op.Ops
	event  event.Event
	met    int
}

// newLine returns a job whose ranks have made all calls except the calls of body.
func newLine(t *testing.T, body func(r *replay.Rank, other int64)) *line {
	l := &line{}
	j := replay.New(t, 2)
	l.job = job.New(job.Config{Config: meet.Config{Size: 2, Flavour: j.Flavour}}, func(f fact.Fact) {
		if _, ok := f.(*fact.Message); ok {
			l.met++
		}
	})
	for i := range 2 {
		l.ranks = append(l.ranks, rank.NewRank(reading.Config{World: i, Size: 2, Flavour: j.Flavour, Std: j.Std}))
		r := j.Rank(i)
		n := len(r.Events())
		body(r, int64(1-i))
		for k := range n {
			l.feed(i, &r.Events()[k])
		}
		l.bodies = append(l.bodies, r.Events()[n:])
	}
	return l
}

func (l *line) feed(rank int, e *event.Event) {
	r := l.ranks[rank]
	l.ops.Reset()
	if c, m := r.Feed(e); m != record.NoCall {
		r.Apply(c, m, &l.ops)
	}
	for i := range l.ops.Len() {
		l.job.Take(rank, &l.ops, i)
	}
}

// round makes the calls of a rank once; set changes each event before, if it is given.
func (l *line) round(rank int, set func(*event.Event)) {
	for i := range l.bodies[rank] {
		l.event = l.bodies[rank][i]
		if set != nil {
			set(&l.event)
		}
		l.feed(rank, &l.event)
	}
}

// In a steady state, only the clocks allocate memory, in whatever way messages are received.
func TestMessagesAllocateNothing(t *testing.T) {
	integer := replay.Type("MPI_INT")
	l := newLine(t, func(r *replay.Rank, other int64) {
		r.Do("MPI_Irecv", 0x6000, 4, integer, other, 1, replay.World, 0x71)
		r.Do("MPI_Irecv", 0x6100, 4, integer, replay.AnySource, 2, replay.World, 0x72)
		r.Do("MPI_Isend", 0x6200, 4, integer, other, 1, replay.World, 0x73)
		r.Do("MPI_Isend", 0x6300, 4, integer, other, 2, replay.World, 0x74)
		r.With("MPI_Waitall", replay.Words([]int64{0x71, 0x72, 0x73, 0x74}),
			replay.Words([]int64{other<<32 | 1, 16, other<<32 | 2, 16, 0, 0, 0, 0}), 4)
		r.Do("MPI_Send", 0x6200, 4, integer, other, 3, replay.World)
		r.Do("MPI_Recv", 0x6000, 4, integer, other, 3, replay.World, 0, other, 3, 16)
		r.Do("MPI_Bsend", 0x6200, 4, integer, other, 4, replay.World)
		r.Do("MPI_Recv", 0x6000, 4, integer, replay.AnySource, -1, replay.World, 0, other, 4, 16)
	})
	rounds := 0
	step := func() {
		l.round(rounds%2, nil)
		l.round(1-rounds%2, nil)
		rounds++
	}
	for range 1000 { // also until calls that would have waited for each other are forgotten
		step()
	}
	assert.LessOrEqual(t, testing.AllocsPerRun(100, step), 16., "what each message says about order")
	assert.Equal(t, 8*rounds, l.met)
}

// If a rank receives nothing for long, the matcher keeps only its messages; once they are received, they are forgotten.
func TestUnexpectedMessages(t *testing.T) {
	const n = 100000
	integer := replay.Type("MPI_INT")
	l := newLine(t, func(r *replay.Rank, other int64) {
		if other == 1 {
			r.Do("MPI_Send", 0x6200, 4, integer, other, 3, replay.World)
		} else {
			r.Do("MPI_Recv", 0x6000, 4, integer, replay.AnySource, 3, replay.World, 0, other, 3, 16)
		}
	})
	for i := range n {
		l.round(0, nil)
		if i == n/2 {
			require.True(t, l.job.Held(0), "a rank that is far ahead is held back")
			l.job.Release(0)
		}
	}
	assert.Less(t, l.job.Meet.Kept().Messages, n+10)
	for range n {
		l.round(1, nil)
	}
	assert.Equal(t, n, l.met)
	assert.Less(t, l.job.Meet.Kept().Messages, 10)
	assert.False(t, l.job.Held(0))
}

// Beyond mostLeft messages are only counted; the matches of their receives are not known.
func TestEndlessSends(t *testing.T) {
	const n, more = 1 << 20, 1000
	integer := replay.Type("MPI_INT")
	l := newLine(t, func(r *replay.Rank, other int64) {
		if other == 1 {
			r.Do("MPI_Send", 0x6200, 4, integer, other, 3, replay.World)
		} else {
			r.Do("MPI_Recv", 0x6000, 4, integer, other, 3, replay.World, 0, other, 3, 16)
		}
	})
	for range n + more {
		l.round(0, nil)
	}
	assert.LessOrEqual(t, l.job.Meet.Kept().Messages, n+10)
	for range n + more {
		l.round(1, nil)
	}
	assert.Equal(t, n, l.met)
}

// The same, with receives that were posted long before.
func TestManyPostedReceives(t *testing.T) {
	const n = 100000
	integer := replay.Type("MPI_INT")
	l := newLine(t, func(r *replay.Rank, other int64) {
		if other == 1 {
			r.Do("MPI_Send", 0x6200, 4, integer, other, 3, replay.World)
		} else {
			r.Do("MPI_Recv", 0x6000, 4, integer, other, 3, replay.World, 0, other, 3, 16)
		}
	})
	for range n {
		l.round(1, nil)
	}
	require.True(t, l.job.Held(1), "a rank whose messages are not yet known")
	for range n {
		l.round(0, nil)
	}
	assert.Equal(t, n, l.met)
	assert.False(t, l.job.Held(1))
	assert.Less(t, l.job.Meet.Kept().Messages, 10)
}

// Programs use a new tag for each message, or a new communicator: idle channels are forgotten.
func TestMillionsOfChannels(t *testing.T) {
	n := 1000000
	if testing.Short() {
		n = 50000
	}
	integer := replay.Type("MPI_INT")
	l := newLine(t, func(r *replay.Rank, other int64) {
		r.Do("MPI_Send", 0x6200, 4, integer, other, 3, replay.World)
		r.Do("MPI_Recv", 0x6000, 4, integer, other, 3, replay.World, 0, other, 3, 16)
	})
	tag := int64(0)
	set := func(e *event.Event) {
		switch {
		case e.Phase == event.Enter:
			e.A[4] = tag
		case e.N > 2: // the status
			e.A[2] = tag
		}
	}
	most := 0
	for tag = range int64(n) {
		l.round(0, set)
		l.round(1, set)
		if tag%1000 == 0 {
			most = max(most, l.job.Meet.Kept().Messages)
		}
	}
	assert.Equal(t, 2*n, l.met)
	assert.Less(t, most, 10000)
}
