package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// held takes an exclusive lock, puts into the target's window and releases the lock.
func held(r *replay.Rank, target, w int64) {
	r.Do("MPI_Win_lock", r.Exclusive(), target, 0, w)
	r.Put(w, target, int64(r.World()), 1)
	r.Do("MPI_Win_unlock", target, w)
}

func meetAll(j *replay.Job) {
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
}

// tell lets a rank wait for a step of another rank.
func tell(from, to *replay.Rank) {
	sends(from, int64(to.World()), 1, intType)
	receives(to, int64(from.World()), 1, intType, 4)
}

// exposed lets a rank expose its window to another rank.
func exposed(o, e *replay.Rank, w int64) {
	round(o, e, o.Group(int64(e.World())), e.Group(int64(o.World())), w)
}

func TestLock006(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	exposed(j.Rank(0), j.Rank(1), w)
	bad := below("LOCK006", 2)
	j.Rank(2).Do("MPI_Win_lock", j.Rank(2).Shared(), 1, 0, w)
	j.Rank(2).Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	f := finding(t, j, "LOCK006")
	assert.Contains(t, f.Message, "rank 2 asks for a shared lock on rank 1, and rank 1 exposes its window by MPI_Win_post: neither of them waits")
	assert.Equal(t, []int{1, 2}, f.Ranks)
}

// The origin of the epoch knows that the target has posted its window, but not that it has waited.
func TestLock006AfterComplete(t *testing.T) {
	for name, c := range map[string]struct {
		between func(o, e *replay.Rank)
		silent  bool
	}{
		"nothing":         {func(o, e *replay.Rank) {}, false},
		"message":         {func(o, e *replay.Rank) { tell(e, o) }, true},
		"wrong direction": {func(o, e *replay.Rank) { tell(o, e) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			o, e := j.Rank(0), j.Rank(1)
			e.Do("MPI_Win_post", e.Group(0), 0, w)
			tell(e, o)
			o.Do("MPI_Win_start", o.Group(1), 0, w)
			o.Do("MPI_Win_complete", w)
			e.Do("MPI_Win_wait", w)
			c.between(o, e)
			bad := below("LOCK006", 0)
			o.Do("MPI_Win_lock", o.Exclusive(), 1, 0, w)
			o.Do("MPI_Win_unlock", 1, w)
			j.Free(w)
			j.Finalize()
			if c.silent {
				j.Silent()
				return
			}
			j.Want(bad)
			assert.Contains(t, finding(t, j, "LOCK006").Message, "rank 0 does not wait until rank 1 has called MPI_Win_wait")
		})
	}
}

func TestLock006BeforePost(t *testing.T) {
	for name, unlocked := range map[string]bool{"message before the unlock": false, "message after the unlock": true} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			o, e := j.Rank(0), j.Rank(1)
			bad := below("LOCK006", 0)
			o.Do("MPI_Win_lock_all", 0, w)
			if unlocked {
				o.Do("MPI_Win_unlock_all", w)
				tell(o, e)
			} else {
				tell(o, e)
				o.Do("MPI_Win_unlock_all", w)
			}
			exposed(o, e, w)
			j.Free(w)
			j.Finalize()
			if unlocked {
				j.Silent()
				return
			}
			j.Want(bad)
			assert.Contains(t, finding(t, j, "LOCK006").Message, "rank 1 does not wait until rank 0 has released the lock")
		})
	}
}

func TestLock006Own(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_lock", e.Exclusive(), 1, 0, w)
	posted := below("LOCK006", 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	e.Do("MPI_Win_unlock", 1, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	held(e, 1, w)
	exposed(o, e, w)
	j.Free(w)
	j.Finalize()
	j.Want(posted)
	assert.Contains(t, finding(t, j, "LOCK006").Message, "rank 1 posts its window, but holds an exclusive lock on rank 1: unlock it first")
}

// Locks that are not known to be held at the same time are not reported.
func TestLock006Silent(t *testing.T) {
	for name, f := range map[string]func(j *replay.Job, o, e *replay.Rank, w int64){
		"other target": func(j *replay.Job, o, e *replay.Rank, w int64) { held(o, 0, w) },
		"empty group": func(j *replay.Job, o, e *replay.Rank, w int64) {
			e.Do("MPI_Win_post", replay.Empty, 0, w)
			held(o, 1, w)
			e.Do("MPI_Win_wait", w)
		},
		"refused lock": func(j *replay.Job, o, e *replay.Rank, w int64) { o.Fail("MPI_Win_lock", o.Shared(), 1, 0, w) },
		"refused post": func(j *replay.Job, o, e *replay.Rank, w int64) {
			e.Fail("MPI_Win_post", e.Group(0), 0, w)
			held(o, 1, w)
		},
		"barrier": func(j *replay.Job, o, e *replay.Rank, w int64) {
			meetAll(j)
			held(o, 1, w)
		},
		"other window": func(j *replay.Job, o, e *replay.Rank, w int64) {
			v := j.Allocate(64, 4)
			held(o, 1, v)
			j.Free(v)
		},
		"lost records": func(j *replay.Job, o, e *replay.Rank, w int64) {
			held(o, 1, w)
			j.Rank(2).Event(1029, 3)
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 3)
			w := j.Allocate(64, 4)
			o, e := j.Rank(0), j.Rank(1)
			exposed(j.Rank(2), e, w)
			if name != "barrier" {
				meetAll(j)
			}
			f(j, o, e, w)
			if name == "other target" {
				exposed(j.Rank(2), e, w)
			}
			j.Free(w)
			j.Finalize()
			assert.Empty(t, messagesOf(j, "LOCK006"))
		})
	}
}

// messagesOf lists the messages of a rule's findings.
func messagesOf(j *replay.Job, rule string) (out []string) {
	for _, f := range j.Check().Findings {
		if f.Rule.ID == rule {
			out = append(out, f.Message)
		}
	}
	return out
}

func TestLock008(t *testing.T) {
	j := replay.New(t, 2)
	j.Races = true
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	bad := below("LOCK008", 0)
	a.Do("MPI_Win_lock", a.Exclusive(), 1, noCheck, w)
	a.Put(w, 1, 0, 1)
	a.Do("MPI_Win_unlock", 1, w)
	b.Do("MPI_Win_lock", b.Shared(), 1, 0, w)
	b.Put(w, 1, 0, 1)
	b.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "LOCK008").Message,
		"rank 0 takes an exclusive lock on rank 1 with MPI_MODE_NOCHECK, but rank 1 takes a shared lock on rank 1, and neither waits")
}

// The rank that passes the assertion comes first in the finding.
func TestLock008LockAll(t *testing.T) {
	j := replay.New(t, 2)
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	held(j.Rank(0), 1, w)
	bad := below("LOCK008", 1)
	j.Rank(1).Do("MPI_Win_lock_all", noCheck, w)
	j.Rank(1).Do("MPI_Win_unlock_all", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "LOCK008").Message,
		"rank 1 takes a shared lock on all ranks with MPI_MODE_NOCHECK, but rank 0 takes an exclusive lock on rank 1")
}

// unchecked lets ranks 0 and 1 lock rank 2 one after another, both with MPI_MODE_NOCHECK, one of them in exclusive
// mode.
func unchecked(t *testing.T, before, inside, after func(r *replay.Rank, gate int64), between func(j *replay.Job)) *replay.Job {
	j := replay.New(t, 3)
	noCheck, _, _, _, _ := modes(j)
	w, gate := j.Allocate(64, 4), j.Create(0x90000, 64, 4)
	for i, kind := range []int64{j.Flavour.LockExclusive, j.Flavour.LockShared} {
		r := j.Rank(i)
		before(r, gate)
		r.Do("MPI_Win_lock", kind, 2, noCheck, w)
		inside(r, gate)
		r.Do("MPI_Win_unlock", 2, w)
		after(r, gate)
		if i == 0 {
			between(j)
		}
	}
	j.Free(gate)
	j.Free(w)
	j.Finalize()
	return j
}

func TestLock008Order(t *testing.T) {
	none := func(*replay.Rank, int64) {}
	found := func(between func(j *replay.Job)) []string {
		return messagesOf(unchecked(t, none, none, none, between), "LOCK008")
	}
	assert.Len(t, found(func(*replay.Job) {}), 1)
	assert.Len(t, found(func(j *replay.Job) { tell(j.Rank(1), j.Rank(0)) }), 1, "the wrong direction")
	assert.Empty(t, found(meetAll), "a barrier")
	assert.Empty(t, found(func(j *replay.Job) { tell(j.Rank(0), j.Rank(1)) }), "a message")
	assert.Empty(t, found(func(j *replay.Job) {
		tell(j.Rank(0), j.Rank(2))
		tell(j.Rank(2), j.Rank(1))
	}), "messages")
	assert.Empty(t, found(func(j *replay.Job) { j.Rank(2).Event(1029, 3) }), "lost records")
}

// A lock that both ranks hold all the time keeps them apart, unless both can hold it at once.
func TestLock008Gate(t *testing.T) {
	none := func(*replay.Rank, int64) {}
	nothing := func(*replay.Job) {}
	free := func(r *replay.Rank, gate int64) { r.Do("MPI_Win_unlock", 0, gate) }
	exclusive := func(r *replay.Rank, gate int64) { r.Do("MPI_Win_lock", r.Exclusive(), 0, 0, gate) }
	shared := func(r *replay.Rank, gate int64) { r.Do("MPI_Win_lock", r.Shared(), 0, 0, gate) }
	assert.Empty(t, messagesOf(unchecked(t, exclusive, none, free, nothing), "LOCK008"))
	assert.Len(t, messagesOf(unchecked(t, shared, none, free, nothing), "LOCK008"), 1, "a shared lock")
	assert.Len(t, messagesOf(unchecked(t, exclusive, free, none, nothing), "LOCK008"), 1, "released early")
	assert.Len(t, messagesOf(unchecked(t, none, exclusive, free, nothing), "LOCK008"), 1, "taken late")
}

func TestLock008Silent(t *testing.T) {
	j := replay.New(t, 3)
	noCheck, _, _, _, _ := modes(j)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	j.Each(func(r *replay.Rank) { // shared
		r.Do("MPI_Win_lock_all", noCheck, w)
		r.Do("MPI_Win_unlock_all", w)
		r.Do("MPI_Win_lock", r.Shared(), 1, noCheck, w)
		r.Do("MPI_Win_unlock", 1, w)
	})
	meetAll(j)
	j.Each(func(r *replay.Rank) { // its own memory
		r.Do("MPI_Win_lock", r.Exclusive(), int64(r.World()), noCheck, w)
		r.Do("MPI_Win_unlock", int64(r.World()), w)
		held(r, 0, v)
	})
	meetAll(j)
	j.Each(func(r *replay.Rank) { // in turn
		r.Do("MPI_Win_lock", r.Exclusive(), 0, noCheck, w)
		r.Do("MPI_Win_unlock", 0, w)
		meetAll(j)
	})
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// takes lets a rank take exclusive locks, one inside the other; all are released at the end.
func takes(r *replay.Rank, w int64, targets ...int64) {
	for _, t := range targets {
		r.Do("MPI_Win_lock", r.Exclusive(), t, 0, w)
	}
	for _, t := range targets {
		r.Do("MPI_Win_unlock", t, w)
	}
}

func TestLock011(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	first := next()
	a.Do("MPI_Win_lock", a.Exclusive(), 0, 0, w)
	bad := below("LOCK011", 0)
	a.Do("MPI_Win_lock", a.Shared(), 1, 0, w)
	a.Do("MPI_Win_unlock", 1, w)
	a.Do("MPI_Win_unlock", 0, w)
	second := next()
	b.Do("MPI_Win_lock", b.Exclusive(), 1, 0, w)
	b.Do("MPI_Win_lock", b.Shared(), 0, 0, w)
	b.Do("MPI_Win_unlock", 0, w)
	b.Do("MPI_Win_unlock", 1, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	f := finding(t, j, "LOCK011")
	assert.Equal(t, "rank 0 holds an exclusive lock on rank 0 and asks for a shared lock on rank 1, rank 1 holds an exclusive lock on rank 1 and asks for a "+
		"shared lock on rank 0: if all ranks get as far at once, each rank waits for the next rank forever", f.Message)
	shows(t, f, first, second)
}

// The dining philosophers, with any number of ranks.
func TestLock011Circle(t *testing.T) {
	for _, n := range []int{2, 3, 7, 64} {
		j := replay.New(t, n)
		w := j.Allocate(64, 4)
		for range 3 {
			j.Each(func(r *replay.Rank) { takes(r, w, int64(r.World()), int64((r.World()+1)%n)) })
		}
		j.Free(w)
		j.Finalize()
		f := finding(t, j, "LOCK011")
		assert.Len(t, f.Ranks, n)
		assert.Len(t, j.Check().Findings, 1)
	}
}

func TestLock011Windows(t *testing.T) {
	j := replay.New(t, 2)
	v, w := j.Allocate(64, 4), j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Win_lock", a.Exclusive(), 1, 0, v)
	bad := below("LOCK011", 0)
	a.Do("MPI_Win_lock_all", 0, w)
	a.Do("MPI_Win_unlock_all", w)
	a.Do("MPI_Win_unlock", 1, v)
	b.Do("MPI_Win_lock", b.Exclusive(), 0, 0, w)
	b.Do("MPI_Win_lock_all", 0, v)
	b.Do("MPI_Win_unlock_all", v)
	b.Do("MPI_Win_unlock", 0, w)
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "LOCK011").Message, "rank 0 holds an exclusive lock on rank 1 of window 1 of MPI_COMM_WORLD and asks for a shared lock on all ranks of window 2")
}

// A rank's knowledge of the locks of another rank.
func TestLock011Order(t *testing.T) {
	for name, c := range map[string]struct {
		after, inside func(j *replay.Job, w int64)
		want          int
	}{
		"nothing": {want: 1},
		"barrier": {after: func(j *replay.Job, _ int64) { meetAll(j) }},
		"message": {after: func(j *replay.Job, _ int64) { tell(j.Rank(0), j.Rank(1)) }},
		// The locks need not have been acquired yet: some libraries acquire them only in the unlock.
		"message inside": {inside: func(j *replay.Job, _ int64) { tell(j.Rank(0), j.Rank(1)) }, want: 1},
		"message after a put": {inside: func(j *replay.Job, w int64) {
			j.Rank(0).Put(w, 1, 0, 1)
			j.Rank(0).Do("MPI_Win_flush", 1, w)
			tell(j.Rank(0), j.Rank(1))
		}},
		"the wrong direction": {after: func(j *replay.Job, _ int64) { tell(j.Rank(1), j.Rank(0)) }, want: 1},
		"lost records":        {after: func(j *replay.Job, _ int64) { j.Rank(0).Event(1029, 3) }},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			a, b := j.Rank(0), j.Rank(1)
			a.Do("MPI_Win_lock", a.Exclusive(), 0, 0, w)
			a.Do("MPI_Win_lock", a.Exclusive(), 1, 0, w)
			if c.inside != nil {
				c.inside(j, w)
			}
			a.Do("MPI_Win_unlock", 1, w)
			a.Do("MPI_Win_unlock", 0, w)
			if c.after != nil {
				c.after(j, w)
			}
			takes(b, w, 1, 0)
			j.Free(w)
			j.Finalize()
			assert.Len(t, messagesOf(j, "LOCK011"), c.want)
		})
	}
}

// A call that locks the rank's own memory returns only when the lock is acquired.
func TestLock011OwnMemory(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	a.Do("MPI_Win_lock", a.Exclusive(), 1, 0, w)
	a.Do("MPI_Win_lock", a.Exclusive(), 0, 0, w)
	tell(a, b)
	a.Do("MPI_Win_unlock", 0, w)
	a.Do("MPI_Win_unlock", 1, w)
	takes(b, w, 0, 1)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestLock011Silent(t *testing.T) {
	j := replay.New(t, 3)
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	a, b, c := j.Rank(0), j.Rank(1), j.Rank(2)
	takes(a, w, 2, 0, 1) // under the lock of rank 2
	takes(b, w, 2, 1, 0)
	meetAll(j)
	takes(a, w, 0, 1) // the same order
	takes(b, w, 0, 1)
	takes(c, w, 1, 2)
	meetAll(j)
	for _, kind := range []int64{a.Shared(), noCheck} { // shared, and not checked
		assertion := int64(0)
		if kind == noCheck {
			assertion = noCheck
		}
		for i, r := range []*replay.Rank{a, b} {
			x, y := int64(i), int64(1-i)
			r.Do("MPI_Win_lock", a.Shared(), x, assertion, w)
			r.Do("MPI_Win_lock", a.Shared(), y, assertion, w)
			r.Do("MPI_Win_unlock", y, w)
			r.Do("MPI_Win_unlock", x, w)
		}
	}
	meetAll(j)
	for _, r := range []*replay.Rank{a, b} { // one after another
		held(r, int64(r.World()), w)
		held(r, 1-int64(r.World()), w)
	}
	meetAll(j)
	for _, r := range []*replay.Rank{a, b} { // in one rank alone
		takes(r, w, 0, 1)
		takes(r, w, 1, 0)
		meetAll(j)
	}
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// Threads of a rank take locks independently of each other.
func TestLock011Threads(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	for i := range 2 {
		r := j.Rank(i)
		x, y := int64(i), int64(1-i)
		r.Do("MPI_Win_lock", r.Exclusive(), x, 0, w)
		r.Thread = 1
		r.Do("MPI_Win_lock", r.Exclusive(), y, 0, w)
		r.Do("MPI_Win_unlock", y, w)
		r.Thread = 0
		r.Do("MPI_Win_unlock", x, w)
	}
	j.Free(w)
	j.Finalize()
	assert.Empty(t, messagesOf(j, "LOCK011"))
}

// A refused lock does not count; a lock that was asked for and never granted does.
func TestLock011Refused(t *testing.T) {
	for refused, want := range map[bool]int{true: 0, false: 1} {
		j := replay.New(t, 2)
		w := j.Allocate(64, 4)
		takes(j.Rank(0), w, 0, 1)
		b := j.Rank(1)
		b.Do("MPI_Win_lock", b.Exclusive(), 1, 0, w)
		if refused {
			b.Fail("MPI_Win_lock", b.Exclusive(), 0, 0, w)
			b.Do("MPI_Win_unlock", 1, w)
			j.Free(w)
			j.Finalize()
		} else {
			b.Stuck("MPI_Win_lock", b.Exclusive(), 0, 0, w)
		}
		assert.Len(t, messagesOf(j, "LOCK011"), want)
	}
}

// Loops under locks read values that other ranks have left there. Such values order nothing before the first of them is
// read.
func TestLocksInLoops(t *testing.T) {
	j := replay.New(t, 2)
	noCheck, _, _, _, _ := modes(j)
	w := j.Allocate(64, 4)
	counts := func(r *replay.Rank) {
		r.Get(w, 1, 0, 1)
		r.Do("MPI_Win_flush", 1, w)
		r.Put(w, 1, 0, 1)
	}
	var unchecked, opposite replay.Finding
	for range 500 {
		j.Each(func(r *replay.Rank) {
			unchecked = below("LOCK008", 0)
			r.Do("MPI_Win_lock", r.Exclusive(), 1, noCheck, w)
			counts(r)
			r.Do("MPI_Win_unlock", 1, w)
		})
	}
	meetAll(j)
	for range 500 {
		j.Each(func(r *replay.Rank) {
			me, peer := int64(r.World()), int64(1-r.World())
			r.Do("MPI_Win_lock", r.Exclusive(), me, 0, w)
			opposite = below("LOCK011", 0)
			r.Do("MPI_Win_lock", r.Exclusive(), peer, 0, w)
			counts(r)
			r.Do("MPI_Win_unlock", peer, w)
			r.Do("MPI_Win_unlock", me, w)
		})
	}
	j.Free(w)
	j.Finalize()
	j.Want(unchecked, opposite)
}
