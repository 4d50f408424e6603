package lock_test

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// noCheck is the value of MPI_MODE_NOCHECK.
const noCheck = 1 << 10

// everyRank is the target of MPI_Win_lock_all.
const everyRank = op.AllTargets

// job is a job whose ranks make their calls in turn, and the facts of its judge.
type job struct {
	clocks *order.Clocks
	judge  *lock.Judge
	kinds  op.Kinds
	replay *wait.Replay
	n      []int64 // records by rank
	seq    []uint32
	ring   uint16 // of the next calls: each ring is a thread
	pc     uint64 // of the next call
	chose  bool   // the calls that wait next might have waited for other ranks
	facts  []fact.Fact
	values values
}

// values are the signals of ranks through values in windows.
type values struct {
	from  int64 // from this record of a rank on, the rank may have told anything; 0: never
	asked int
}

func (v *values) MayLead(a order.Point, _ int64, _ order.Point) bool {
	v.asked++
	return v.from > 0 && a.N >= v.from
}

// newJob returns a job with the windows 1 to 3.
func newJob(ranks int) *job {
	j := &job{clocks: order.New(ranks), n: make([]int64, ranks), seq: make([]uint32, ranks)}
	j.clocks.Watch()
	j.begin()
	return j
}

// begin gives the job a new judge.
func (j *job) begin() {
	j.judge = lock.New(lock.Config{Size: len(j.n), NoCheck: noCheck, Clocks: j.clocks, Signals: &j.values,
		Emit: func(f fact.Fact) { j.facts = append(j.facts, f) }})
	j.kinds = op.Kinds{}
	j.judge.Routes(&j.kinds)
	j.replay = wait.New(len(j.n), func([]*wait.Need) bool { return true },
		func(d *wait.Need, n int64) { j.judge.Waited(d.Stamp(n)) })
	for r := range j.n {
		for id := uint64(1); id <= 3; id++ {
			j.kinds.Creates.Take(int32(r), &op.Create{Head: j.call(r, j.window(r, id))})
		}
	}
}

func (j *job) window(rank int, id uint64) *op.Place {
	on := &op.Place{Object: tracker.Object{Class: calls.ClassWin, ID: id}, Me: int32(rank)}
	for r := range j.n {
		on.Members = append(on.Members, int32(r))
	}
	return on
}

// call begins the op of a call, which writes a record when it begins and another when it returns.
func (j *job) call(rank int, on *op.Place) op.Head {
	j.pc++
	j.seq[rank]++
	h := op.Head{Site: tracker.Site{Rank: int32(rank), Call: calls.WinLock, PC: j.pc}, N: j.n[rank] + 1, On: on}
	h.Site.Ring, h.Site.Thread, h.Site.Seq = j.ring, uint32(j.ring), j.seq[rank]
	j.n[rank] += 2
	return h
}

func (j *job) lock(rank int, window uint64, target int32, exclusive bool, assert int64) tracker.Site {
	return j.lockOn(rank, j.window(rank, window), target, exclusive, assert)
}

func (j *job) lockOn(rank int, on *op.Place, target int32, exclusive bool, assert int64) tracker.Site {
	x := &op.Lock{Head: j.call(rank, on), Target: target, Exclusive: exclusive, Assert: assert}
	j.kinds.Locks.Take(int32(rank), x)
	return x.Site
}

func (j *job) unlock(rank int, window uint64, target int32) {
	j.unlockOn(rank, j.window(rank, window), target, false)
}

func (j *job) unlockOn(rank int, on *op.Place, target int32, failed bool) {
	j.kinds.Unlocks.Take(int32(rank), &op.Unlock{Head: j.call(rank, on), Target: target, Failed: failed})
}

func (j *job) post(rank int, window uint64) tracker.Site {
	x := &op.EpochBegin{Head: j.call(rank, j.window(rank, window))}
	j.kinds.Posts.Take(int32(rank), x)
	return x.Site
}

func (j *job) wait(rank int, window uint64) {
	j.kinds.Waits.Take(int32(rank), &op.EpochEnd{Head: j.call(rank, j.window(rank, window))})
}

// takes lets a rank take exclusive locks of window 1, each inside the previous lock, and release them.
func (j *job) takes(rank int, targets ...int32) {
	for _, t := range targets {
		j.lock(rank, 1, t, true, 0)
	}
	for _, t := range targets {
		j.unlock(rank, 1, t)
	}
}

// tell lets a rank wait for all calls that another rank has made.
func (j *job) tell(from, to int) {
	sent := j.clocks.At(int32(from), j.n[from]+1)
	j.n[from] += 2
	j.clocks.Edge(sent, int32(to), j.n[to]+1)
	j.n[to] += 2
}

// awaits is like tell, for a call of the receiver that may have to wait until the sender makes its call.
func (j *job) awaits(to, from int) {
	site := func(rank int) tracker.Site {
		j.pc++
		return tracker.Site{Rank: int32(rank), Call: calls.Recv, PC: j.pc}
	}
	need, receive := j.replay.NewNeed(fact.Send, fact.Always, nil), site(to)
	need.Chose = j.chose
	j.replay.Wait(need, &receive, j.n[to]+1)
	j.replay.Meets(need, site(from), j.n[from]+1)
	j.tell(from, to)
}

// meets is a collective call of all ranks, which may have to wait for each other.
func (j *job) meets() {
	row := j.replay.NewRow(len(j.n))
	j.pc++
	for r := range j.n {
		site := tracker.Site{Rank: int32(r), Call: calls.Barrier, PC: j.pc}
		j.replay.Enter(row, &site, j.n[r]+1)
		need := j.replay.NewNeed(fact.Collective, fact.Always, nil)
		j.replay.Joins(need, row)
		j.replay.Wait(need, &site, j.n[r]+1)
		j.n[r] += 2
	}
}
