package lock_test

import (
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// only returns the single fact of a job that has ended.
func only[F fact.Fact](t *testing.T, j *job) F {
	t.Helper()
	j.judge.Finish()
	require.Len(t, j.facts, 1)
	require.IsType(t, *new(F), j.facts[0])
	return j.facts[0].(F)
}

func silent(t *testing.T, j *job, why string) {
	t.Helper()
	j.judge.Finish()
	assert.Empty(t, j.facts, why)
}

func TestExposed(t *testing.T) {
	j := newJob(3)
	post := j.post(1, 1)
	j.wait(1, 1)
	site := j.lock(2, 1, 1, false, 0)
	f := only[*fact.LockExposed](t, j)
	assert.Equal(t, post, f.Post)
	assert.Equal(t, int32(1), f.Target)
	assert.Equal(t, fact.Unordered, f.LockFirst)
	assert.Equal(t, fact.LockUse{Site: site, Window: j.window(0, 1).Object, Target: 1}, f.Lock)
}

func TestExposedOrder(t *testing.T) {
	for name, c := range map[string]struct {
		run   func(j *job)
		found int
	}{
		"the rank waits for the end of the epoch": {func(j *job) {
			j.post(1, 1)
			j.wait(1, 1)
			j.tell(1, 0)
			j.lock(0, 1, 1, true, 0)
		}, 0},
		"the rank waits for the begin of the epoch": {func(j *job) {
			j.post(1, 1)
			j.tell(1, 0)
			j.wait(1, 1)
			j.lock(0, 1, everyRank, false, 0)
		}, 1},
		"the target waits for the unlock": {func(j *job) {
			j.lock(0, 1, everyRank, false, 0)
			j.unlock(0, 1, everyRank)
			j.tell(0, 1)
			j.post(1, 1)
		}, 0},
		"the target waits for the lock": {func(j *job) {
			j.lock(0, 1, everyRank, false, 0)
			j.tell(0, 1)
			j.unlock(0, 1, everyRank)
			j.post(1, 1)
		}, 1},
		"a lock of the target itself": {func(j *job) { j.lock(1, 1, 1, true, 0); j.post(1, 1) }, 1},
		"a lock of the target itself, whatever values say": {func(j *job) {
			j.values.from = 1
			j.lock(1, 1, 1, true, 0)
			j.post(1, 1)
			j.unlock(1, 1, 1)
		}, 1},
		"a lock that the target itself had": {func(j *job) { j.takes(1, 1); j.post(1, 1) }, 0},
		"another target":                    {func(j *job) { j.post(1, 1); j.lock(0, 1, 2, true, 0) }, 0},
		"another window":                    {func(j *job) { j.post(1, 1); j.lock(0, 2, 1, true, 0) }, 0},
		"a window that no call has created": {func(j *job) { j.post(1, 7); j.lock(0, 7, 1, true, 0) }, 0},
		"the epoch may have ended after a fault": {func(j *job) {
			j.post(1, 1)
			j.lock(0, 1, 1, true, 0)
			j.stray(1)
		}, 0},
		"the lock was refused": {func(j *job) {
			j.post(1, 1)
			j.lock(0, 1, 1, true, 0)
			j.refuse(0, 1)
		}, 0},
		"the epoch names unknown ranks": {func(j *job) {
			j.kinds.Posts.Take(1, &op.EpochBegin{Head: j.call(1, j.window(1, 1)), Unsure: true})
			j.lock(0, 1, 1, true, 0)
		}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJob(3)
			c.run(j)
			j.judge.Finish()
			assert.Len(t, j.facts, c.found)
		})
	}
}

// stray is a call of a rank after which it is unknown whether window 1 is exposed.
func (j *job) stray(rank int) {
	x := j.call(rank, j.window(rank, 1))
	j.kinds.Strays.Take(int32(rank), &x)
}

// refuse says that the call that asked for a lock of window 1 has failed.
func (j *job) refuse(rank int, target int32) {
	j.unlockOn(rank, j.window(rank, 1), target, true)
}

// The lock with the assertion comes first in the fact.
func TestUnchecked(t *testing.T) {
	j := newJob(3)
	j.takes(0, 2)
	bad := j.lock(1, 1, everyRank, false, noCheck)
	f := only[*fact.Unchecked](t, j)
	assert.Equal(t, bad, f.First.Site)
	assert.True(t, f.First.NoCheck)
	assert.Equal(t, int32(fact.AllTargets), f.First.Target)
	assert.True(t, f.Second.Exclusive)
	assert.Equal(t, int32(2), f.Second.Target)
}

// Of two locks with the assertion, the lock of the lower rank comes first.
func TestBothUnchecked(t *testing.T) {
	j := newJob(3)
	j.lock(1, 1, 2, true, noCheck)
	low := j.lock(0, 1, 2, false, noCheck)
	f := only[*fact.Unchecked](t, j)
	assert.Equal(t, low, f.First.Site)
}

// If a rank holds more than 16 other locks, nothing is reported.
func TestCrowded(t *testing.T) {
	for _, gates := range []int32{16, 17} {
		j := newJob(20)
		for r := range 2 {
			for g := range gates {
				j.lock(r, 2, g, false, 0)
			}
			j.lock(r, 1, 2, true, noCheck)
		}
		j.judge.Finish()
		assert.Len(t, j.facts, int(17-gates))
	}
}

func TestUncheckedOrder(t *testing.T) {
	for name, c := range map[string]struct {
		gate                  bool // rank 0 of window 2 is locked around both
		shared, late, release bool // the gate is shared, taken after the lock, released before it
		between               func(j *job)
		found                 int
	}{
		"nothing between":              {found: 1},
		"a message":                    {between: func(j *job) { j.tell(0, 1) }},
		"a message the other way":      {between: func(j *job) { j.tell(1, 0) }, found: 1},
		"a message through a rank":     {between: func(j *job) { j.tell(0, 2); j.tell(2, 1) }},
		"records are missing":          {between: func(j *job) { j.clocks.Blind() }},
		"a lock around both":           {gate: true},
		"a shared lock around both":    {gate: true, shared: true, found: 1},
		"a lock that is released soon": {gate: true, release: true, found: 1},
		"a lock that is taken late":    {gate: true, late: true, found: 1},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJob(3)
			for r := range 2 {
				if c.gate && !c.late {
					j.lock(r, 2, 0, !c.shared, 0)
				}
				j.lock(r, 1, 2, r == 0, noCheck)
				if c.gate && c.late {
					j.lock(r, 2, 0, !c.shared, 0)
				}
				if c.release {
					j.unlock(r, 2, 0)
				}
				j.unlock(r, 1, 2)
				if c.gate && !c.release {
					j.unlock(r, 2, 0)
				}
				if r == 0 && c.between != nil {
					c.between(j)
				}
			}
			j.judge.Finish()
			assert.Len(t, j.facts, c.found)
		})
	}
}

func TestSharedLocksMeet(t *testing.T) {
	j := newJob(2)
	j.lock(0, 1, 1, false, noCheck)
	j.lock(1, 1, everyRank, false, noCheck)
	silent(t, j, "shared locks do not conflict")
}

// The fact begins with the lowest rank, whoever closes the circle.
func TestCircle(t *testing.T) {
	for _, n := range []int{2, 3, 64} {
		j := newJob(n)
		for i := range n {
			r := (i + n - 1) % n
			j.takes(r, int32(r), int32((r+1)%n))
		}
		f := only[*fact.LockCycle](t, j)
		require.Len(t, f.Steps, n)
		assert.Equal(t, int32(0), f.Steps[0].Asks.Site.Rank)
		for i := range n {
			next := f.Steps[(i+1)%n]
			assert.Equal(t, f.Steps[i].Asks.Target, next.Holds.Target, "each asks for what the next holds")
			assert.Equal(t, next.Holds.Site.Rank, next.Asks.Site.Rank)
		}
	}
}

func TestCircleOrder(t *testing.T) {
	for name, c := range map[string]struct {
		inside, after func(j *job)
		found         int
	}{
		"nothing":                 {found: 1},
		"a message":               {after: func(j *job) { j.tell(0, 1) }},
		"a message the other way": {after: func(j *job) { j.tell(1, 0) }, found: 1},
		// The lock may come as late as in the unlock.
		"a message from inside":    {inside: func(j *job) { j.tell(0, 1) }, found: 1},
		"a message after a flush":  {inside: completed(atTarget, 1)},
		"a flush of another rank":  {inside: completed(atTarget, 2), found: 1},
		"a flush of all ranks":     {inside: completed(atOrigin, -1)},
		"the request has returned": {inside: returned},
		"the clocks are vague":     {after: func(j *job) { j.clocks.Blind() }},
	} {
		t.Run(name, func(t *testing.T) {
			j := newJob(3)
			j.lock(0, 1, 0, true, 0)
			j.lock(0, 1, 1, true, 0)
			if c.inside != nil {
				c.inside(j)
			}
			j.unlock(0, 1, 1)
			j.unlock(0, 1, 0)
			if c.after != nil {
				c.after(j)
			}
			j.takes(1, 1, 0)
			j.judge.Finish()
			assert.Len(t, j.facts, c.found)
		})
	}
}

// completed says that communication of rank 0 with a target of window 1 is complete, and then tells rank 1.
func completed(how func(*op.Kinds) op.Route[op.Settle], target int32) func(j *job) {
	return func(j *job) {
		how(&j.kinds).Take(0, &op.Settle{Head: j.call(0, j.window(0, 1)), Target: target})
		j.tell(0, 1)
	}
}

func atTarget(k *op.Kinds) op.Route[op.Settle] { return k.CompletesAtTarget }
func atOrigin(k *op.Kinds) op.Route[op.Settle] { return k.CompletesAtOrigin }

// returned says that the request of rank 0 has returned, and then tells rank 1.
func returned(j *job) {
	j.kinds.HasRequest.Take(0, &op.AccessEnd{Head: j.call(0, j.window(0, 1))})
	j.tell(0, 1)
}

func TestCircleSilent(t *testing.T) {
	j := newJob(3)
	j.takes(0, 0, 1)
	j.takes(1, 0, 1)
	silent(t, j, "the same order")

	j = newJob(3)
	j.takes(0, 2, 0, 1)
	j.takes(1, 2, 1, 0)
	silent(t, j, "under a lock of rank 2")

	j = newJob(3)
	j.lock(0, 1, 1, true, 0)
	j.lock(0, 1, 0, true, 0) // a rank has the lock of its own memory when the call returns
	j.tell(0, 1)
	j.takes(1, 0, 1)
	silent(t, j, "the lock of its own memory")

	j = newJob(2)
	for r := range int32(2) { // each lock by a thread of its own
		j.ring = 0
		j.lock(int(r), 1, r, true, 0)
		j.ring = 1
		j.lock(int(r), 1, 1-r, true, 0)
	}
	silent(t, j, "threads")

	j = newJob(2)
	for r := range int32(2) { // the thread that asks holds another lock, which no rank asks for
		j.ring = 0
		j.lock(int(r), 1, r, true, 0)
		j.ring = 1
		j.lock(int(r), 3, r, true, 0)
		j.lock(int(r), 1, 1-r, true, 0)
	}
	silent(t, j, "threads that hold other locks")

	j = newJob(2)
	for r := range int32(2) {
		j.lock(int(r), 1, r, true, noCheck)
		j.lock(int(r), 2, 1-r, true, 0)
	}
	silent(t, j, "a lock that keeps no rank away")
}

// Windows: locks of single targets against locks of all targets.
func TestCircleOfWindows(t *testing.T) {
	j := newJob(2)
	for r := range 2 {
		held, asked := uint64(1+r), uint64(2-r)
		j.lock(r, held, int32(r), true, 0)
		j.lock(r, asked, everyRank, false, 0)
	}
	f := only[*fact.LockCycle](t, j)
	assert.Equal(t, int32(fact.AllTargets), f.Steps[0].Asks.Target)
	assert.NotEqual(t, f.Steps[0].Asks.Window.ID, f.Steps[0].Holds.Window.ID)
}

// The rank that receives holds a lock that the sender has had before.
func TestWaited(t *testing.T) {
	run := func(j *job) {
		j.takes(0, 1)
		j.lock(1, 1, 1, true, 0)
		j.awaits(1, 0)
		j.unlock(1, 1, 1)
	}
	j := newJob(3)
	run(j)
	f := only[*fact.LockWait](t, j)
	assert.Equal(t, int32(1), f.Holds.Site.Rank)
	assert.Equal(t, int32(0), f.Gets.Site.Rank)
	require.Len(t, f.Waits, 1)
	assert.Equal(t, int32(1), f.Waits[0].Call.Rank)
	assert.Equal(t, int32(0), f.Waits[0].For.Rank)

	j = newJob(3)
	j.values.from = 1
	run(j)
	silent(t, j, "values may have told rank 1")

	j = newJob(3)
	j.takes(0, 1)
	j.tell(0, 1)
	j.lock(1, 1, 1, true, 0)
	j.awaits(1, 0)
	silent(t, j, "rank 1 asks after rank 0")

	j = newJob(3)
	j.takes(0, 1)
	j.takes(1, 1)
	j.awaits(1, 0)
	silent(t, j, "rank 1 holds nothing while it waits")
}

// Rank 2 waits for rank 1, which waits for rank 0 first.
func TestWaitedThroughAnother(t *testing.T) {
	j := newJob(3)
	j.takes(0, 1)
	j.lock(2, 1, 1, true, 0)
	j.awaits(1, 0)
	j.awaits(2, 1)
	f := only[*fact.LockWait](t, j)
	require.Len(t, f.Waits, 2)
	assert.Equal(t, int32(1), f.Waits[0].For.Rank)
	assert.Equal(t, int32(0), f.Waits[1].For.Rank)

	j = newJob(3)
	j.takes(0, 1)
	j.lock(2, 1, 1, true, 0)
	j.awaits(1, 0)
	j.chose = true
	j.awaits(1, 0)
	j.chose = false
	j.awaits(2, 1)
	silent(t, j, "rank 1 has chosen in between whom to wait for")
}

// Values are asked for only when a lock is judged: when its window is gone, or at the end.
func TestDecides(t *testing.T) {
	for _, tell := range []bool{false, true} {
		j := newJob(2)
		if tell {
			j.values.from = 1
		}
		for id := uint64(1); id <= 2; id++ {
			j.lock(0, id, 1, true, noCheck)
			j.unlock(0, id, 1)
			j.lock(1, id, 1, true, 0)
			j.unlock(1, id, 1)
		}
		assert.Zero(t, j.values.asked)
		assert.Empty(t, j.facts)
		want := 1
		if tell {
			want = 0
		}
		j.judge.Gone(j.window(0, 1))
		assert.Len(t, j.facts, want)
		j.judge.Finish()
		assert.Len(t, j.facts, 2*want)
		assert.Positive(t, j.values.asked)
	}
}

// Without clocks, nothing is known and nothing is reported.
func TestNotWatching(t *testing.T) {
	j := newJob(2)
	j.clocks = order.New(2)
	j.begin()
	j.lock(0, 1, 1, true, noCheck)
	j.lock(1, 1, 1, true, noCheck)
	j.post(1, 1)
	silent(t, j, "the clocks stand still")
}

// Two ranks hold locks while they wait for each other: one finding is enough.
func TestWaitedForEachOther(t *testing.T) {
	j := newJob(3)
	j.takes(2, 0)
	j.lock(0, 1, 1, true, 0)
	j.lock(1, 1, 1, true, 0)
	var needs [2]*wait.Need
	var sites [2]tracker.Site
	for r := range needs {
		sites[r] = tracker.Site{Rank: int32(r), Call: calls.Sendrecv, PC: 500 + uint64(r)}
		needs[r] = j.replay.NewNeed(fact.Send, fact.Always, nil)
		j.replay.Wait(needs[r], &sites[r], j.n[r]+1)
	}
	for r := range needs {
		j.replay.Meets(needs[r], sites[1-r], j.n[1-r]+1)
	}
	only[*fact.LockWait](t, j)
}

// Rank 1 holds a lock in a barrier, which rank 0 has had before it came there.
func TestWaitedForAll(t *testing.T) {
	j := newJob(3)
	j.takes(0, 1)
	j.lock(1, 1, 1, true, 0)
	j.meets()
	j.unlock(1, 1, 1)
	f := only[*fact.LockWait](t, j)
	assert.Equal(t, int32(0), f.Gets.Site.Rank)
	assert.Equal(t, f.Waits[0].Call.PC, f.Waits[0].For.PC)

	j = newJob(2)
	j.lock(0, 1, 1, false, 0)
	j.unlock(0, 1, 1)
	j.lock(1, 1, 1, false, 0)
	j.meets()
	silent(t, j, "shared locks wait for no lock")
}

// Loops under locks may read values that other ranks have left there. Such values order nothing before the first of
// them is read.
func TestFirstTimes(t *testing.T) {
	for name, run := range map[string]func(j *job, r int32){
		"conflict": func(j *job, r int32) {
			j.lock(int(r), 1, 1, true, noCheck)
			j.unlock(int(r), 1, 1)
		},
		"circle": func(j *job, r int32) { j.takes(int(r), r, 1-r) },
	} {
		j := newJob(2)
		for r := range int32(2) {
			for range 50 {
				j.pc = 100 * uint64(r)
				run(j, r)
				if j.values.from == 0 {
					j.values.from = j.n[0] + 1 // after the first time
				}
			}
		}
		j.judge.Finish()
		assert.Len(t, j.facts, 1, name)
	}
}

// fill lets rank 0 ask for locks of window 3 in more ways than the judge keeps: it holds 131,072 locks.
func (j *job) fill() {
	for i := range 2 * (1 << 17) / 64 / 31 {
		j.pc = uint64(1000 * (1 + i))
		for id := range int32(64) {
			j.lock(0, 3, id, false, 0)
		}
		for id := range int32(64) {
			j.unlock(0, 3, id)
		}
	}
}

// If there are too many ways to ask for locks, the judge forgets the earlier ways.
func TestBeginsAgain(t *testing.T) {
	j := newJob(2)
	j.takes(0, 0, 1)
	j.fill()
	j.takes(1, 1, 0)
	silent(t, j, "the way of rank 0 is forgotten")
	j.takes(0, 0, 1)
	only[*fact.LockCycle](t, j)
}

// If there are too many locks, all locks are forgotten.
func TestForgetsLocks(t *testing.T) {
	for _, ranks := range []int{8, 300} {
		j := newJob(ranks)
		j.lock(0, 1, 0, true, noCheck)
		j.unlock(0, 1, 0)
		on := make([]*op.Place, ranks)
		for r := range ranks {
			on[r] = j.window(r, 2)
		}
		for i := range min(ranks*ranks, 1<<16) {
			r := i % ranks
			j.lockOn(r, on[r], int32(i/ranks), false, 0)
			j.unlockOn(r, on[r], int32(i/ranks), false)
		}
		j.lock(1, 1, 0, true, noCheck)
		j.judge.Finish()
		if ranks*ranks < 1<<16 {
			assert.Len(t, j.facts, 1)
		} else {
			assert.Empty(t, j.facts)
		}
	}
}

// A program may create and free windows any number of times: the judge keeps nothing of freed windows.
func TestForgetsWindows(t *testing.T) {
	j := newJob(2)
	size := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := size()
	for id := range uint64(20000) {
		on := j.window(0, 100+id)
		j.kinds.Creates.Take(0, &op.Create{Head: j.call(0, on)})
		for t := range int32(2) {
			j.lockOn(0, on, t, false, 0)
		}
		for t := range int32(2) {
			j.unlockOn(0, on, t, false)
		}
		j.judge.Gone(on)
	}
	assert.Less(t, size(), before+1<<20)
	runtime.KeepAlive(j)
}

// A loop may take locks any number of times: the judge keeps the last locks, and allocates nothing.
func TestAllocates(t *testing.T) {
	j := newJob(3)
	windows := [...]*op.Place{j.window(0, 1), j.window(1, 1), j.window(2, 1)}
	var lock struct {
		op.Lock
		op.Unlock
	}
	ops := func(rank int32) {
		begin := func(pc uint64) op.Head {
			j.n[rank] += 2
			return op.Head{Site: tracker.Site{Rank: rank, PC: pc}, N: j.n[rank] - 1, On: windows[rank]}
		}
		for t := range int32(2) {
			lock.Lock = op.Lock{Head: begin(uint64(t)), Target: t, Exclusive: true}
			j.kinds.Locks.Take(rank, &lock.Lock)
		}
		for t := range int32(2) {
			lock.Unlock = op.Unlock{Head: begin(uint64(2 + t)), Target: t}
			j.kinds.Unlocks.Take(rank, &lock.Unlock)
		}
	}
	round := func() {
		for r := range int32(3) {
			ops(r)
		}
	}
	for range 100 {
		round()
	}
	assert.Zero(t, testing.AllocsPerRun(1000, round))
}
