package threads

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/messages"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

func threadsOf(level string) *Threads {
	ts := &Threads{}
	d := ranktest.Reading()
	d.ThreadLevel = level
	ts.Begin(d)
	return ts
}

// enter makes the thread with a ring enter a call.
func (ts *Threads) enter(t testing.TB, ring int, kind calls.Kind, now uint64) *call.Call {
	th := ts.Of(ring)
	c := th.Enter()
	*c = call.Call{Call: *ranktest.Returned(t, kind, nil)}
	c.Site.Ring, c.Site.Thread, c.Site.Seq, c.Site.PC = uint16(ring), th.number, uint32(now), uint64(now)
	c.Time = now
	th.Note(c)
	return c
}

// leave makes the thread return from its innermost call, which is looked at as Feed does.
func (ts *Threads) leave(ring int, now uint64) *call.Call {
	c := ts.OpenCall(ring)
	c.End = now
	ts.Overlapped(ts.Of(ring), c)
	ts.NoteTogether(ts.Of(ring), c)
	ts.Of(ring).Pop()
	return c
}

func TestOpenCalls(t *testing.T) {
	ts := threadsOf(reading.ThreadMultiple)
	assert.Nil(t, ts.OpenCall(3))
	assert.Nil(t, ts.LastCall(3))
	outer := ts.enter(t, 0, calls.CommFree, 1)
	assert.False(t, ts.Several())
	assert.False(t, ts.Nested(outer))
	inner := ts.enter(t, 0, calls.Barrier, 2)
	assert.True(t, ts.Nested(inner))
	assert.Same(t, inner, ts.OpenCall(0))
	assert.Equal(t, []*call.Call{outer}, ts.Around(inner))
	other := ts.enter(t, 2, calls.Wait, 3)
	assert.True(t, ts.Several())
	assert.Equal(t, 3, ts.Rings())
	is := func(kind calls.Kind) func(*call.Call) bool { return func(c *call.Call) bool { return c.Kind == kind } }
	assert.Same(t, other, ts.OtherCall(0, is(calls.Wait)))
	assert.Nil(t, ts.OtherCall(2, is(calls.Wait)))
	assert.Same(t, outer, ts.OtherCall(2, is(calls.CommFree)))
	assert.Equal(t, []tracker.Site{other.Site}, ts.OthersInCall(0))
	assert.Equal(t, []tracker.Site{outer.Site}, ts.OthersInCall(2), "the outermost call counts")
	assert.Same(t, inner, ts.leave(0, 4))
	assert.Same(t, inner, ts.LastCall(0))
	ts.Lose(2, false)
	assert.Nil(t, ts.OpenCall(2), "its end may be missing")
	assert.Same(t, outer, ts.OpenCall(0))
	ts.Lose(2, true)
	assert.Nil(t, ts.OpenCall(0))
}

// A call that an error handler has jumped out of does not stay open forever.
func TestCallsThatNeverReturn(t *testing.T) {
	ts := threadsOf("MPI_THREAD_SINGLE")
	ts.enter(t, 0, calls.Send, 1)
	for i := range maxOpen {
		assert.Len(t, ts.Around(ts.OpenCall(0)), i)
		ts.enter(t, 0, calls.Recv, uint64(2+i))
	}
	assert.Equal(t, calls.Recv, ts.List[0].Stack[0].Kind)
	assert.Len(t, ts.List[0].Stack, maxOpen)
}

func TestForbiddenThreads(t *testing.T) {
	levels := map[string]int{"MPI_THREAD_SINGLE": 2, "MPI_THREAD_FUNNELED": 2, reading.ThreadSerialized: 0, reading.ThreadMultiple: 0, "": 0}
	for level, want := range levels {
		ts := threadsOf(level)
		for now, ring := range []int{0, 1, 1, 2} {
			ts.enter(t, ring, calls.Barrier, uint64(now+1))
			ts.leave(ring, uint64(now+1))
		}
		ts.enter(t, 3, calls.Initialized, 9) // which any thread may call
		forbidden := ts.Forbidden()
		assert.Len(t, forbidden, want, level)
		if want > 0 {
			assert.Equal(t, []uint32{2, 4}, []uint32{forbidden[0].Seq, forbidden[1].Seq}, "the first call of each")
		}
	}
}

// A thread takes over the ring of a thread that has ended: both threads count.
func TestRingOfAThreadThatHasEnded(t *testing.T) {
	ts := threadsOf("MPI_THREAD_FUNNELED")
	start := func(number int64, kind calls.Kind) {
		e := event.Event{Kind: event.Thread, Thread: 1, N: 4, PC: 0x40}
		e.A[2], e.A[3] = int64(kind), number
		ts.reading.Records++
		ts.StartThread(&e)
	}
	ts.Of(0)
	ts.reading.Records = 10
	start(1, calls.Send)
	ts.Of(1).Bindings = []event.Binding{event.BindingC + 1}
	ts.enter(t, 1, calls.Send, 1)
	start(2, calls.Recv)
	assert.Nil(t, ts.OpenCall(1), "the thread was ended in its call")
	assert.Equal(t, uint32(2), ts.Of(1).number)
	var kinds []calls.Kind
	for _, s := range ts.Forbidden() {
		kinds = append(kinds, s.Call)
	}
	assert.Equal(t, []calls.Kind{calls.Send, calls.Recv}, kinds)
	assert.Equal(t, []event.Binding{event.BindingC, event.BindingC + 1}, ts.Bindings())
	assert.True(t, ts.FromC(tracker.Site{Ring: 1}))
	start(1<<40, calls.Recv)
	assert.Equal(t, uint32(2), ts.Of(1).number, "no rank has as many threads: the record is damaged")
}

func TestFromC(t *testing.T) {
	for _, c := range []struct {
		of   []event.Binding
		want bool
	}{{nil, true}, {[]event.Binding{event.BindingC}, true}, {[]event.Binding{event.BindingC + 1}, false},
		{[]event.Binding{event.BindingC, event.BindingC + 1}, false}} {
		ts := threadsOf("MPI_THREAD_SINGLE")
		ts.Of(0).Bindings = c.of
		assert.Equal(t, c.want, ts.FromC(tracker.Site{}), c.of)
	}
}

// visit is a call of a thread.
type visit struct{ from, to uint64 }

// With MPI_THREAD_SERIALIZED each pair of calls that overlaps is found: calls of two threads at random times, whose
// records come in the order of the calls' ends, against all pairs.
func TestOverlapsAgainstAllPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		a, b := visit{from: 2 * (1 + rnd.Uint64N(20))}, visit{from: 1 + 2*rnd.Uint64N(20)}
		a.to, b.to = a.from+1+rnd.Uint64N(20), b.from+1+rnd.Uint64N(20)
		for _, level := range []string{reading.ThreadSerialized, reading.ThreadMultiple} {
			ts := threadsOf(level)
			ts.enter(t, 0, calls.Barrier, a.from)
			ts.enter(t, 1, calls.Barrier, b.from)
			if a.to < b.to {
				ts.leave(0, a.to)
				ts.leave(1, b.to)
			} else {
				ts.leave(1, b.to)
				ts.leave(0, a.to)
			}
			overlap := level == reading.ThreadSerialized && a.from < b.to && b.from < a.to
			assert.Equal(t, overlap, len(ts.Overlaps) > 0, "%v %v", a, b)
			if overlap {
				first := tracker.Site{Ring: 1}
				if a.from < b.from {
					first.Ring = 0
				}
				assert.Equal(t, first.Ring, ts.Overlaps[0].Inside.Ring, "the call that began first")
			}
		}
	}
}

// The same is tested for collective calls on one object, which two threads must not make at once.
func TestTogetherAgainstAllPairs(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	one, two := objects.World(1, 4), objects.World(1, 4)
	two.ID = 2
	for range 300 {
		ts := threadsOf(reading.ThreadMultiple)
		a, b := visit{from: 2 * (1 + rnd.Uint64N(20))}, visit{from: 1 + 2*rnd.Uint64N(20)}
		a.to, b.to = a.from+1+2*rnd.Uint64N(20), b.from+1+2*rnd.Uint64N(20)
		if a.to == b.to {
			continue
		}
		x, y := ts.enter(t, 0, calls.Barrier, a.from), ts.enter(t, 1, calls.Bcast, b.from)
		x.Comm, y.Comm = one, one
		same := rnd.IntN(4) > 0
		if !same {
			y.Comm = two
		}
		if open := ts.OpenTogether(); same {
			assert.Len(t, open, 1)
		} else {
			assert.Empty(t, open)
		}
		if a.to < b.to {
			ts.leave(0, a.to)
			ts.leave(1, b.to)
		} else {
			ts.leave(1, b.to)
			ts.leave(0, a.to)
		}
		meet := same && a.from < b.to && b.from < a.to
		assert.Equal(t, meet, len(ts.Together) == 1, "%v %v", a, b)
		assert.Empty(t, ts.OpenTogether())
	}
}

// Calls in which threads stand forever overlap as well.
func TestOpenOverlaps(t *testing.T) {
	ts := threadsOf(reading.ThreadSerialized)
	ts.enter(t, 0, calls.Recv, 1)
	assert.Empty(t, ts.OpenOverlaps())
	ts.enter(t, 1, calls.Send, 2)
	open := ts.OpenOverlaps()
	require.Len(t, open, 1)
	assert.Equal(t, [2]calls.Kind{calls.Recv, calls.Send}, [2]calls.Kind{open[0].Inside.Call, open[0].Other.Call})
	ts.reading.ThreadLevel = reading.ThreadMultiple
	assert.Empty(t, ts.OpenOverlaps())
}

// A message that a thread has found by a probe may be taken by another thread until the first thread receives it.
func TestProbeRaces(t *testing.T) {
	const found, received = 10, 20
	one, two := objects.World(1, 4), objects.World(1, 4)
	for name, c := range map[string]struct {
		on    *objects.Comm
		wants messages.Envelope
		at    uint64
		race  bool
	}{
		"in between":        {one, messages.Envelope{Peer: 2, Tag: 7}, 15, true},
		"any source":        {one, messages.Envelope{Peer: op.AnySource, Tag: 7}, 15, true},
		"any tag":           {one, messages.Envelope{Peer: 2, Tag: op.AnyTag}, 15, true},
		"before":            {one, messages.Envelope{Peer: 2, Tag: 7}, found, false},
		"after":             {one, messages.Envelope{Peer: 2, Tag: 7}, received, false},
		"another tag":       {one, messages.Envelope{Peer: 2, Tag: 8}, 15, false},
		"another source":    {one, messages.Envelope{Peer: 3, Tag: 7}, 15, false},
		"on something else": {two, messages.Envelope{Peer: 2, Tag: 7}, 15, false},
	} {
		for _, late := range []bool{false, true} { // the records of the other thread come last
			ts := threadsOf(reading.ThreadMultiple)
			ts.Of(1)
			probes := func() {
				p := ts.enter(t, 0, calls.Probe, 1)
				p.Comm, p.End = one, found
				ts.ProbeReturned(ts.Of(0), p, messages.Envelope{Peer: 2, Tag: 7})
				ts.Of(0).Pop()
				ts.ProbesEntered(ts.Of(0), on(ts.enter(t, 0, calls.Recv, received), one), messages.Envelope{Peer: 2, Tag: 7}, true)
			}
			takes := func() {
				ts.ProbesEntered(ts.Of(1), on(ts.enter(t, 1, calls.Recv, c.at), c.on), c.wants, true)
			}
			if late {
				probes()
				takes()
			} else {
				takes()
				probes()
			}
			assert.Equal(t, c.race, len(ts.ProbeRaces) == 1, "%s, late: %v", name, late)
		}
	}
}

// on gives a call a communicator.
func on(c *call.Call, m *objects.Comm) *call.Call {
	c.Comm = m
	return c
}

// If a thread receives another message, the search for its probed message ends.
func TestProbeOfSomethingElse(t *testing.T) {
	ts := threadsOf(reading.ThreadMultiple)
	comm := objects.World(1, 4)
	p := on(ts.enter(t, 0, calls.Probe, 1), comm)
	p.End = 2
	ts.ProbeReturned(ts.Of(0), p, messages.Envelope{Peer: 2, Tag: 7})
	ts.Of(0).Pop()
	ts.ProbesEntered(ts.Of(0), on(ts.enter(t, 0, calls.Recv, 3), comm), messages.Envelope{Peer: 2, Tag: 9}, true)
	ts.ProbesEntered(ts.Of(0), on(ts.enter(t, 0, calls.Recv, 30), comm), messages.Envelope{Peer: 2, Tag: 7}, true)
	ts.ProbesEntered(ts.Of(1), on(ts.enter(t, 1, calls.Recv, 10), comm), messages.Envelope{Peer: 2, Tag: 7}, true)
	assert.Empty(t, ts.ProbeRaces)
}

func TestContended(t *testing.T) {
	always, never := func(*call.Call) bool { return true }, func(*call.Call) bool { return false }
	ts := threadsOf(reading.ThreadMultiple)
	comm := objects.World(1, 4)
	mine := on(ts.enter(t, 0, calls.Mprobe, 1), comm)
	assert.False(t, ts.Contended(mine, always))
	theirs := on(ts.enter(t, 1, calls.Mprobe, 2), comm)
	assert.True(t, ts.Contended(mine, always))
	assert.False(t, ts.Contended(mine, never))
	theirs.Comm = objects.World(1, 4)
	assert.False(t, ts.Contended(mine, always), "on another communicator")
	ts.Of(1).Pop()
	ts.Of(1).ProbesMatched = true
	assert.True(t, ts.Contended(mine, never), "polls have no further record")
}

// Calls while another thread is in MPI_Finalize are kept once for each thread, and not without end.
func TestStrayCalls(t *testing.T) {
	ts := threadsOf(reading.ThreadMultiple)
	assert.False(t, ts.Disturbed())
	end := ts.enter(t, 0, calls.Finalize, 1).Site
	for range 2 {
		for i := range mostStrays + 3 {
			ts.StrayIn(ts.enter(t, i+1, calls.Send, uint64(2+i)), end)
		}
	}
	require.Len(t, ts.Strays, mostStrays)
	assert.Equal(t, end, ts.Strays[0].During)
	assert.True(t, ts.Disturbed())
	beset := threadsOf(reading.ThreadMultiple)
	beset.Finalizing(nil)
	assert.False(t, beset.Disturbed())
	beset.Finalizing([]tracker.Site{end})
	assert.True(t, beset.Disturbed())
}

// The program's own access may come from a callback, or happen while other threads are in calls that use memory.
func TestAccessesBesideCalls(t *testing.T) {
	ts := threadsOf(reading.ThreadMultiple)
	ts.Of(1)
	x := tracker.Site{Ring: 1, Thread: 1}
	assert.False(t, ts.InCall(x, false) || ts.OthersInCalls(x, false) || ts.MayChange(1))
	ts.enter(t, 0, calls.Barrier, 1)
	assert.False(t, ts.OthersInCalls(x, false), "which uses no memory")
	ts.enter(t, 0, calls.Recv, 2)
	assert.True(t, ts.OthersInCalls(x, false))
	assert.False(t, ts.InCall(x, false))
	assert.False(t, ts.MayChange(1), "which completes no operation")
	ts.enter(t, 0, calls.Wait, 3)
	assert.True(t, ts.MayChange(1))
	ts.enter(t, 1, calls.Barrier, 4)
	assert.True(t, ts.InCall(x, false))
	other := tracker.Site{Ring: 1, Thread: 0}
	assert.True(t, ts.InCall(other, true), "an access of thread 0, which is in a call of its own ring")
	other.Thread = 5
	assert.False(t, ts.InCall(other, true))
}

// A thread that has polled last and found nothing may have polled again, without a record.
func TestAsked(t *testing.T) {
	ts := threadsOf(reading.ThreadMultiple)
	c := ts.enter(t, 0, calls.Test, 1)
	c.Out = make([]int64, len(c.Sem.Leave))
	ts.leave(0, 2)
	assert.Nil(t, ts.Asked(0), "it is not the last record")
	ts.reading.LastSite = c.Site
	assert.Same(t, c, ts.Asked(0))
	c.Out[c.Sem.Flag] = 1
	assert.Nil(t, ts.Asked(0), "it has found something")
}

// Calls that start operations may be in order although they overlap, where another call has returned in between.
func TestStartsTogether(t *testing.T) {
	one := objects.World(1, 4)
	for _, c := range []struct {
		name      string
		in        func(ts *Threads)
		first     calls.Kind
		conflicts int
	}{
		{"nothing between", func(*Threads) {}, calls.Iallreduce, 1},
		{"a blocking call", func(*Threads) {}, calls.Scatter, 1},
		{"the second thread has received", func(ts *Threads) { ts.enter(t, 1, calls.Recv, 4); ts.leave(1, 12) },
			calls.Scatter, 0},
		{"a third thread has received", func(ts *Threads) { ts.enter(t, 2, calls.Recv, 4); ts.leave(2, 12) },
			calls.Scatter, 0},
		{"it had received before", func(ts *Threads) { ts.enter(t, 2, calls.Recv, 4); ts.leave(2, 9) },
			calls.Scatter, 1},
	} {
		ts := threadsOf(reading.ThreadMultiple)
		a := ts.enter(t, 0, c.first, 10)
		a.Comm = one
		c.in(ts)
		b := ts.enter(t, 1, calls.Ibarrier, 15)
		b.Comm = one
		ts.leave(1, 17)
		ts.leave(0, 20)
		assert.Len(t, ts.Together, c.conflicts, c.name)
	}
}
