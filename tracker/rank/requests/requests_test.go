package requests

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
	"github.com/gomarmot/gomarmot/tracker/rank/objects"
	"github.com/gomarmot/gomarmot/tracker/rank/ranktest"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

func requestsOf() *Requests {
	t := &Requests{}
	t.Begin(ranktest.Reading(), noMemory{})
	return t
}

// noMemory takes requests whose operations use no memory.
type noMemory struct{}

func (noMemory) Start(*Request, *record.Call)  {}
func (noMemory) Stop(*Request)                 {}
func (noMemory) Release(*Request)              {}
func (noMemory) GiveUp(*Request, tracker.Site) {}
func (noMemory) Heard()                        {}

// asking is a call with the requests that it was given.
type asking struct {
	record.Call
	Asked
}

// posts adds a request of a call of a kind, at a place in the program.
func (t *Requests) posts(tb testing.TB, kind calls.Kind, value int64, seq int) *Request {
	c := ranktest.Numbered(ranktest.Returned(tb, kind, nil), seq)
	c.Site.PC = uint64(seq)
	q := t.New()
	q.Made, q.Sem, q.Active, q.Begun = c.Site, c.Sem, !c.Sem.Persistent, c.Site
	t.Add(value, q)
	return q
}

// both returns the records of a call, and the requests that it was given.
func both(c *asking) (*record.Call, *Asked) { return &c.Call, &c.Asked }

// failing makes a call fail, and returns it.
func failing(c *asking) *asking {
	ranktest.Failed(&c.Call)
	return c
}

// given returns a call that was given requests.
func (t *Requests) given(tb testing.TB, kind calls.Kind, values ...int64) *asking {
	c := &asking{Call: *ranktest.Returned(tb, kind, nil)}
	c.Out = make([]int64, len(c.Sem.Leave))
	if c.Sem.Requests < 0 {
		c.In[c.Sem.Request] = values[0]
	} else {
		c.InBlob = ranktest.Words(values)
	}
	t.Resolve(&c.Call, &c.Asked)
	return c
}

// ends completes requests.
func (t *Requests) ends(tb testing.TB, kind calls.Kind, values ...int64) *asking {
	c := t.given(tb, kind, values...)
	t.Complete(&c.Call, &c.Asked)
	return c
}

// Requests that come and go at random, some with the same value, against a list for each value: requests with the same
// value complete in the order of creation.
func TestRequestsAgainstLists(t *testing.T) {
	rnd := rand.New(rand.NewPCG(15, 16))
	for range 100 {
		reqs := requestsOf()
		want := map[int64][]int{}
		for i := 1; i < 60; i++ {
			value := 100 + rnd.Int64N(6)
			switch rnd.IntN(3) {
			case 0, 1:
				reqs.posts(t, calls.Irecv, value, i)
				want[value] = append(want[value], i)
			case 2:
				kind := calls.Wait
				if rnd.IntN(2) == 0 {
					kind = calls.RequestFree
				}
				reqs.ends(t, kind, value)
				want[value] = want[value][min(1, len(want[value])):]
			}
			var all []int
			for _, list := range want {
				all = append(all, list...)
			}
			slices.Sort(all)
			var got []int
			for _, q := range reqs.PendingOnes() {
				got = append(got, int(q.Made.Seq))
			}
			require.Equal(t, all, got)
			left := int64(0)
			for _, l := range reqs.Lost() {
				left += l.Count
			}
			require.Equal(t, int64(len(all)), left)
		}
	}
}

// Each way to complete some of three requests: the requests that are left.
func TestCompletions(t *testing.T) {
	for name, c := range map[string]struct {
		kind   calls.Kind
		change func(*asking)
		left   []int
	}{
		"MPI_Waitall":             {calls.Waitall, nil, nil},
		"MPI_Waitall fails":       {calls.Waitall, func(c *asking) { c.RC = 1 }, nil},
		"MPI_Waitany":             {calls.Waitany, func(c *asking) { c.Out[c.Sem.Index] = 1 }, []int{1, 3}},
		"MPI_Waitany, none":       {calls.Waitany, func(c *asking) { c.Out[c.Sem.Index] = calls.Flavours[0].Undefined }, []int{1, 2, 3}},
		"MPI_Waitsome":            {calls.Waitsome, func(c *asking) { c.OutBlob = ranktest.Words([]int64{2, 0}) }, []int{2}},
		"MPI_Waitsome, of others": {calls.Waitsome, func(c *asking) { c.OutBlob = ranktest.Words([]int64{7, -1}) }, []int{1, 2, 3}},
		"MPI_Testall, not yet":    {calls.Testall, nil, []int{1, 2, 3}},
		"MPI_Testall":             {calls.Testall, func(c *asking) { c.Out[c.Sem.Flag] = 1 }, nil},
		"MPI_Testany":             {calls.Testany, func(c *asking) { c.Out[c.Sem.Flag], c.Out[c.Sem.Index] = 1, 2 }, []int{1, 2}},
	} {
		t.Run(name, func(t *testing.T) {
			reqs := requestsOf()
			for i := range 3 {
				reqs.posts(t, calls.Isend, int64(100+i), i+1)
			}
			call := reqs.given(t, c.kind, 100, 101, 102)
			if c.change != nil {
				c.change(call)
			}
			ends := 0
			for x := reqs.CompletedBy(&call.Call, &call.Asked); x.Next(); {
				ends++
			}
			assert.Equal(t, 3-len(c.left), ends)
			reqs.Complete(&call.Call, &call.Asked)
			var left []int
			for _, q := range reqs.PendingOnes() {
				left = append(left, int(q.Made.Seq))
			}
			assert.Equal(t, c.left, left)
		})
	}
}

// A handle keeps the call that ended the previous request with its value.
func TestEndedRequests(t *testing.T) {
	reqs := requestsOf()
	reqs.posts(t, calls.Isend, 100, 1)
	wait := reqs.ends(t, calls.Wait, 100)
	g := reqs.given(t, calls.Wait, 100).Given()
	require.True(t, g.Next())
	made, ended, ok := g.Ended()
	assert.True(t, ok)
	assert.Equal(t, wait.Site, ended)
	assert.Equal(t, uint32(1), made.Seq)
	assert.False(t, g.Strange())
	g = reqs.given(t, calls.Wait, 999).Given()
	require.True(t, g.Next())
	assert.True(t, g.Strange(), "no call has returned it")
	reqs.posts(t, calls.Isend, 100, 2)
	reqs.Complete(both(failing(reqs.given(t, calls.Wait, 100))))
	g = reqs.given(t, calls.Wait, 100).Given()
	g.Next()
	_, _, ok = g.Ended()
	assert.False(t, ok, "after an error it may exist")
}

func TestTwiceInOneCall(t *testing.T) {
	reqs := requestsOf()
	a := reqs.posts(t, calls.Isend, 100, 1)
	reqs.posts(t, calls.Isend, 101, 2)
	assert.Nil(t, reqs.Twice(both(reqs.given(t, calls.Waitall, 100, 101))))
	assert.Same(t, a, reqs.Twice(both(reqs.given(t, calls.Waitall, 100, 101, 100))))
	reqs.posts(t, calls.Isend, 100, 3)
	assert.Nil(t, reqs.Twice(both(reqs.given(t, calls.Waitall, 100, 101, 100))), "two requests have the value")
}

// Persistent requests are active from their start to their completion, and exist until they are freed.
func TestPersistentRequests(t *testing.T) {
	reqs := requestsOf()
	q := reqs.posts(t, calls.RecvInit, 100, 1)
	assert.Empty(t, reqs.PendingOnes())
	reqs.Activate(both(reqs.given(t, calls.Start, 100)))
	assert.True(t, q.Pending())
	assert.False(t, q.Restarted)
	reqs.Activate(both(reqs.given(t, calls.Start, 100)))
	assert.True(t, q.Restarted)
	reqs.ends(t, calls.Wait, 100)
	assert.False(t, q.Active)
	require.Len(t, reqs.Lost(), 1, "it is not freed")
	reqs.DoubtAll(both(failing(reqs.given(t, calls.Start, 100))))
	assert.True(t, q.Doubtful)

	reqs.Activate(both(reqs.given(t, calls.Start, 100)))
	none := reqs.given(t, calls.Waitany, 100)
	none.Out[none.Sem.Index] = reqs.flavour.Undefined
	reqs.Complete(&none.Call, &none.Asked)
	assert.False(t, q.Active, "MPICH tells no more of a request to MPI_PROC_NULL")
	reqs.ends(t, calls.RequestFree, 100)
	assert.Empty(t, reqs.Lost())
}

// A request that MPI_Request_get_status found complete is not pending, but not gone either.
func TestFoundComplete(t *testing.T) {
	reqs := requestsOf()
	file := &files.File{}
	q := reqs.posts(t, calls.FileIread, 100, 1)
	q.File = file
	q.Count(1)
	status := reqs.given(t, calls.RequestGetStatus, 100)
	status.Out[status.Sem.Flag] = 1
	reqs.Complete(&status.Call, &status.Asked)
	assert.True(t, q.Done && q.Active)
	assert.False(t, q.Pending())
	assert.Zero(t, file.Pending)
	require.Len(t, reqs.Lost(), 1)
	reqs.ends(t, calls.Wait, 100)
	assert.Empty(t, reqs.Lost())
	assert.Zero(t, file.Pending, "it counts once")
}

// Calls made while requests were pending.
func TestUnderPendingRequests(t *testing.T) {
	reqs := requestsOf()
	w, file, comm := &windows.Win{}, &files.File{}, objects.World(1, 4)
	rma, idle := reqs.posts(t, calls.Rput, 100, 1), reqs.posts(t, calls.Rput, 101, 2)
	io, message := reqs.posts(t, calls.FileIread, 102, 3), reqs.posts(t, calls.Irecv, 103, 4)
	rma.Win, idle.Win, idle.Idle, io.File, message.On = w, w, true, file, comm.Object()
	io.Count(1)

	w.LockAll.Held = true
	reqs.FreedUnder(w, ranktest.At(10))
	assert.Equal(t, ranktest.At(10), rma.Outlived.WinFreed)
	assert.True(t, rma.Outlived.Open)
	assert.True(t, idle.Outlived.WinFreed.IsZero(), "MPI_Win_free need not wait for it")

	disconnect := ranktest.Numbered(ranktest.Returned(t, calls.CommDisconnect, nil), 11)
	reqs.Disconnect(comm, disconnect.Site)
	assert.Equal(t, disconnect.Site, message.Outlived.Disconnected)
	assert.True(t, rma.Outlived.Disconnected.IsZero())

	size := ranktest.Numbered(ranktest.Returned(t, calls.FileSetSize, nil), 12)
	for range 2 * maxEarly {
		reqs.Early(size, file)
	}
	assert.Len(t, io.Early, maxEarly)
	file.Splits = []*files.Split{{}}
	io.Early = nil
	reqs.Early(size, file)
	assert.Empty(t, io.Early, "the split collective operation is at fault")

	made := &objects.Comm{}
	dup := ranktest.Numbered(ranktest.Returned(t, calls.CommIdup, nil), 13)
	dup.Out = make([]int64, len(dup.Sem.Leave))
	dup.Out[dup.Sem.StartsOut] = 104
	q := reqs.posts(t, calls.CommIdup, 104, 13)
	made.Made = dup.Site
	reqs.Makes(dup, made)
	use := ranktest.Numbered(ranktest.Returned(t, calls.Barrier, nil), 14)
	reqs.UseEarly(made, use.Site)
	assert.Equal(t, use.Site, q.UsedEarly)
	assert.True(t, reqs.EarlyUses)
	reqs.ends(t, calls.Wait, 104)
	assert.False(t, made.Making, "it may be used from now on")
}

// A new request gets a value that a call of another thread is about to complete: that call keeps its own.
func TestSetAside(t *testing.T) {
	reqs := requestsOf()
	reqs.posts(t, calls.Irecv, 100, 1)
	wait := reqs.given(t, calls.Wait, 100)
	h, aside := reqs.Sharing(100)
	assert.False(t, aside)
	require.NotNil(t, h)
	reqs.SetAside(h, &wait.Asked)
	reqs.posts(t, calls.Irecv, 100, 2)
	_, aside = reqs.Sharing(100)
	assert.True(t, aside)
	reqs.Complete(&wait.Call, &wait.Asked)
	pending := reqs.PendingOnes()
	require.Len(t, pending, 1)
	assert.Equal(t, uint32(2), pending[0].Made.Seq)
	_, aside = reqs.Sharing(100)
	assert.False(t, aside)

	other := requestsOf()
	other.posts(t, calls.Irecv, 100, 1)
	test := other.given(t, calls.Test, 100)
	h, _ = other.Sharing(100)
	other.SetAside(h, &test.Asked)
	other.Complete(&test.Call, &test.Asked)
	assert.Len(t, other.PendingOnes(), 1, "it has not been completed, and is put back")
}

// A variable that holds a pending request is overwritten by the next request that is stored there.
func TestOverwrittenVariables(t *testing.T) {
	reqs := requestsOf()
	first := reqs.posts(t, calls.Isend, 100, 1)
	reqs.Store(0x1000, first)
	c := ranktest.Returned(t, calls.Isend, nil)
	c.In[c.Sem.StartsArg] = 0x1000
	assert.True(t, reqs.Overwrites(c, first))
	second := reqs.posts(t, calls.Isend, 101, 2)
	reqs.Store(0x1000, second)
	assert.Equal(t, second.Made, first.Overwritten)
	assert.False(t, reqs.Overwrites(c, first))
	reqs.ends(t, calls.Wait, 101)
	third := reqs.posts(t, calls.Isend, 102, 3)
	reqs.Store(0x1000, third)
	assert.True(t, second.Overwritten.IsZero(), "it was complete")
}

// The number of requests that are kept is bounded: only the number of the oldest is known.
func TestRequestPilesAreBounded(t *testing.T) {
	const n = maxHandles + maxHandles/2
	reqs := requestsOf()
	for i := range int64(n) {
		q := reqs.posts(t, calls.Irecv, 1000+i, 1)
		q.Made.Seq = uint32(i)
	}
	assert.LessOrEqual(t, len(reqs.byHandle), maxHandles)
	lost := reqs.Lost()
	require.Len(t, lost, 1)
	assert.Equal(t, int64(n), lost[0].Count)
	assert.Zero(t, lost[0].First.Made.Seq, "the oldest one is shown")
	reqs.ends(t, calls.Wait, 1000)
	assert.Less(t, reqs.Lost()[0].Count, int64(n)-1, "one that is no longer known may be among the pile")

	same := requestsOf()
	for i := range maxSame + 10 {
		same.posts(t, calls.Irecv, 100, i+1).Made.PC = 1
	}
	assert.Len(t, same.PendingOnes(), maxSame)
	assert.Equal(t, int64(maxSame+10), same.Lost()[0].Count)
}

// After records were lost, no request is known.
func TestForgetRequests(t *testing.T) {
	reqs := requestsOf()
	reqs.posts(t, calls.Irecv, 100, 1)
	reqs.Forget()
	assert.Empty(t, reqs.PendingOnes())
	assert.Empty(t, reqs.Lost())
	g := reqs.given(t, calls.Wait, 100).Given()
	g.Next()
	assert.True(t, g.Strange())
}

func TestNullRequest(t *testing.T) {
	reqs := requestsOf()
	reqs.Predefined(7)
	assert.Equal(t, int64(7), reqs.NullHandle())
	c := ranktest.Returned(t, calls.FileIread, nil)
	c.Out = make([]int64, len(c.Sem.Leave))
	c.Out[c.Sem.StartsOut] = 7
	assert.False(t, reqs.GoesOn(c), "the access is complete")
	c.Out[c.Sem.StartsOut] = 100
	assert.True(t, reqs.GoesOn(c))
}

// The reduction in whose function a call may be made: the oldest with a function of the program.
func TestCombining(t *testing.T) {
	reqs := requestsOf()
	wait := &asking{Call: *ranktest.Returned(t, calls.Wait, nil)}
	assert.Nil(t, reqs.Combining(both(wait)))
	first, second := reqs.posts(t, calls.Iallreduce, 100, 1), reqs.posts(t, calls.Iallreduce, 101, 2)
	second.Combines = true
	assert.Same(t, second, reqs.Combining(both(wait)))
	first.Combines = true
	assert.Same(t, first, reqs.Combining(both(wait)))
	reqs.ends(t, calls.Wait, 100)
	assert.Same(t, second, reqs.Combining(both(wait)))
	reqs.ends(t, calls.Wait, 101)
	starts := reqs.posts(t, calls.AllreduceInit, 102, 3)
	starts.Combines = true
	assert.Nil(t, reqs.Combining(both(wait)))
	assert.Same(t, starts, reqs.Combining(both(reqs.given(t, calls.Start, 102))))
}

// Partitions of a send that are marked as ready, and of a receive that have arrived.
func TestMarkedPartitions(t *testing.T) {
	reqs := requestsOf()
	q := reqs.posts(t, calls.PsendInit, 100, 1)
	q.Parts = NewPartitions(4)
	mark := func(i int64) *asking {
		c := reqs.given(t, calls.Pready, 100)
		c.In[calls.ArgIndex(calls.Pready, "partition")] = i
		return c
	}
	reqs.Ready(both(mark(2)))
	ready, by := q.Parts.IsReady(2)
	assert.True(t, ready)
	assert.Equal(t, calls.Pready, by.Call)
	assert.Equal(t, []int{0, 1, 3}, q.Parts.Missing(4))
	assert.Equal(t, []int{0, 1}, q.Parts.Missing(2))
	assert.False(t, q.Parts.unsure)
	reqs.Ready(both(mark(9)))
	assert.True(t, q.Parts.unsure)
	assert.Empty(t, q.Parts.Missing(4), "nothing is certain any more")

	r := reqs.posts(t, calls.PrecvInit, 101, 2)
	r.Parts, r.Receives = NewPartitions(2), true
	arrived := reqs.given(t, calls.Parrived, 101)
	arrived.Out = []int64{0}
	reqs.Arrived(both(arrived))
	assert.Zero(t, r.Parts.Ready)
	assert.Equal(t, AskedPart{By: arrived.Site}, r.Parts.Asked)
	arrived.Out[0] = 1
	reqs.Arrived(both(arrived))
	assert.Equal(t, int64(1), r.Parts.Ready)
	assert.Equal(t, AskedPart{By: arrived.Site, Found: true}, r.Parts.Asked)
	r.Parts.restart()
	assert.Zero(t, r.Parts.Asked)
}

func TestCancelledAndFinished(t *testing.T) {
	reqs := requestsOf()
	q := reqs.posts(t, calls.Irecv, 100, 1)
	reqs.Cancel(both(reqs.given(t, calls.Cancel, 100)))
	assert.Equal(t, calls.Cancel, q.Cancelled.Call)
	assert.True(t, q.Told.Receive.Cancelled)
	g := reqs.posts(t, calls.GrequestStart, 101, 2)
	reqs.Finish(both(reqs.given(t, calls.GrequestComplete, 101)))
	assert.Equal(t, calls.GrequestComplete, g.Finished.Call)
	assert.Equal(t, tracker.Site{}, q.Finished)
}
