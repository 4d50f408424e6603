package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// Config describes the job that a Judge judges.
type Config struct {
	Size    int   // processes of MPI_COMM_WORLD
	NoCheck int64 // the value of MPI_MODE_NOCHECK
	Clocks  Clocks
	Signals Signals
	Emit    func(fact.Fact)
}

// Judge judges the locks of a job. A single goroutine uses it. It takes the op of a call after all ops that the
// call waited for.
type Judge struct {
	clocks    Clocks
	noCheck   int64
	held      [][]*lockOrPost // by rank, in the order in which the rank asked for them
	pool      *pool
	conflicts *conflicts
	circles   *circles
	waits     *waits
}

// New returns the judge of a job.
func New(c Config) *Judge {
	j := &Judge{clocks: c.Clocks, noCheck: c.NoCheck, held: make([][]*lockOrPost, c.Size), pool: &pool{}}
	times := times{c.Clocks, c.Signals}
	j.conflicts = newConflicts(times, j.pool, c.Emit)
	j.circles = newCircles(times, j.pool, c.Emit)
	j.waits = newWaits(times, j.pool, c.Emit, j.held, j.conflicts.contested)
	return j
}

// Routes registers the judge for its kinds of ops.
func (j *Judge) Routes(k *op.Kinds) {
	k.Creates.To(j.conflicts.create)
	k.Locks.To(j.ask)
	k.Unlocks.To(j.unlock)
	k.CompletesAtTarget.To(j.settled)
	k.CompletesAtOrigin.To(j.settled)
	k.HasRequest.To(func(rank int32, x *op.AccessEnd) { j.complete(rank, &x.Head, op.AllTargets) })
	k.Posts.To(j.conflicts.post)
	k.Waits.To(j.conflicts.wait)
	k.Strays.To(j.conflicts.stray)
}

// Asks reports whether a lock has been released: the judge needs no waits before the first release.
func (j *Judge) Asks() bool { return j.waits.some }

// Waited takes the wait of a call. The waits of a thread come in their order. Ranks may still enter the call's row.
func (j *Judge) Waited(w stamp.Wait) { j.waits.take(w) }

// Gone decides all doubts about a window that its last rank has freed, and forgets the window.
func (j *Judge) Gone(on *op.Place) {
	if j.conflicts.of[on.ID] == nil {
		return
	}
	j.decide(on.ID)
	j.conflicts.gone(on.ID)
	for _, r := range on.Members {
		j.held[r] = slices.DeleteFunc(j.held[r], func(l *lockOrPost) bool { return l.Window == on.ID })
	}
	j.circles.gone(on.ID)
}

// Finish decides all doubts that are left at the end of the run.
func (j *Judge) Finish() { j.decide(0) }

// decide reports the faults that the program has not ordered by itself: of one window, or of all windows if window is
// 0.
func (j *Judge) decide(window uint64) {
	j.conflicts.decide(window)
	j.circles.decide(window)
	j.waits.decide(window)
}

// ask takes a lock that a rank asks for.
func (j *Judge) ask(rank int32, x *op.Lock) {
	w := j.conflicts.of[x.On.ID]
	if w == nil || !j.clocks.Watching() {
		return
	}
	l := j.pool.get()
	l.LockRef = op.LockRef{Window: x.On.ID, Target: x.Target, Exclusive: x.Exclusive}
	l.on, l.site, l.asked, l.noCheck = x.On, x.Site, j.clocks.At(rank, x.N), x.Assert&j.noCheck != 0
	if l.Target == x.On.Me {
		l.sure = x.N + 1 // when the call returns
	}
	before := j.conflicts.place(w, l)
	if before != nil && before.end == 0 { // the release was not recorded
		j.remove(rank, slices.Index(j.held[rank], before))
	}
	if before != nil {
		j.pool.drop(before)
	}
	l.guard(j.held[rank])
	j.held[rank] = append(j.held[rank], l.keep())
	j.conflicts.ask(w, l)
	j.circles.ask(j.held[rank])
}

// remove drops a lock from the locks of a rank.
func (j *Judge) remove(rank int32, i int) {
	if i < 0 {
		return
	}
	l := j.held[rank][i]
	j.held[rank] = slices.Delete(j.held[rank], i, i+1)
	j.pool.drop(l)
}

// unlock takes a lock that a rank has released, or was never granted.
func (j *Judge) unlock(rank int32, x *op.Unlock) {
	held := j.held[rank]
	i := len(held) - 1
	for i >= 0 && (held[i].Window != x.On.ID || held[i].Target != x.Target) {
		i--
	}
	if i < 0 {
		return
	}
	l := held[i]
	l.end, l.dead = x.N, x.Failed
	j.waits.released(l)
	for _, later := range held[i:] {
		later.acquired(x.N)
	}
	gate, open := l.LockRef, !l.noCheck
	j.remove(rank, i)
	if open {
		for _, later := range j.held[rank][i:] {
			j.conflicts.ungate(later, gate)
		}
	}
}

func (j *Judge) settled(rank int32, x *op.Settle) { j.complete(rank, &x.Head, x.Target) }

// complete takes communication that is complete with a target, or with all targets: so its rank has got the lock that
// it needs.
func (j *Judge) complete(rank int32, x *op.Head, target int32) {
	for _, l := range j.held[rank] {
		if l.Window == x.On.ID && (target == op.AllTargets || target == l.Target) {
			l.acquired(x.N)
		}
	}
}
