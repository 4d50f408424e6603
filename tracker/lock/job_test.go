package lock_test

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/lock"
	"github.com/gomarmot/gomarmot/tracker/order"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// noCheck is the value of MPI_MODE_NOCHECK.
const noCheck = 1 << 10

// everyRank is the target of MPI_Win_lock_all.
const everyRank = op.AllTargets

// job is a job whose ranks make calls one after another, and the facts of its judge.
type job struct {
	clocks *order.Clocks
	judge  *lock.Judge
	replay *wait.Replay
	n      []int64 // records by rank
	seq    []uint32
	ring   uint16 // of the next calls: each ring is a thread
	pc     uint64 // of the next call
	chose  bool   // the calls that wait next might have waited for others
	facts  []fact.Fact
	values values
}

// values are what ranks may tell each other by values in windows.
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
	j.replay = wait.New(len(j.n), func([]*wait.Need) bool { return true },
		func(d *wait.Need, n int64) { j.judge.Waited(d.Stamp(n)) })
	for r := range j.n {
		for id := uint64(1); id <= 3; id++ {
			j.take(r, &op.Op{What: op.Creates, On: j.window(r, id)})
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

// take hands an op of a call to the judge. The call writes two records: as it begins and as it returns.
func (j *job) take(rank int, x *op.Op) tracker.Site {
	j.pc++
	j.seq[rank]++
	x.Site = tracker.Site{Rank: int32(rank), Call: calls.WinLock, PC: j.pc}
	x.Site.Ring, x.Site.Thread, x.Site.Seq = j.ring, uint32(j.ring), j.seq[rank]
	x.N = j.n[rank] + 1
	j.judge.Take(int32(rank), x)
	j.n[rank] += 2
	return x.Site
}

func (j *job) lock(rank int, window uint64, target int32, exclusive bool, assert int64) tracker.Site {
	on := j.window(rank, window)
	return j.take(rank, &op.Op{What: op.Locks, On: on, Peer: target, Exclusive: exclusive, Count: assert})
}

func (j *job) unlock(rank int, window uint64, target int32) {
	j.take(rank, &op.Op{What: op.Unlocks, On: j.window(rank, window), Peer: target})
}

func (j *job) post(rank int, window uint64) tracker.Site {
	return j.take(rank, &op.Op{What: op.Posts, On: j.window(rank, window)})
}

func (j *job) wait(rank int, window uint64) {
	j.take(rank, &op.Op{What: op.Waits, On: j.window(rank, window)})
}

// takes lets a rank take exclusive locks of window 1, one inside the other, and release them.
func (j *job) takes(rank int, targets ...int32) {
	for _, t := range targets {
		j.lock(rank, 1, t, true, 0)
	}
	for _, t := range targets {
		j.unlock(rank, 1, t)
	}
}

// tell lets a rank wait for all that another rank has done.
func (j *job) tell(from, to int) {
	sent := j.clocks.At(int32(from), j.n[from]+1)
	j.n[from] += 2
	j.clocks.Edge(sent, int32(to), j.n[to]+1)
	j.n[to] += 2
}

// awaits is tell where the call of the receiver may have to wait until the sender makes its call.
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
