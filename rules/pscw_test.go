package rules_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// round is one epoch of an origin towards a target, with a put.
func round(o, e *replay.Rank, og, eg, w int64) {
	e.Do("MPI_Win_post", eg, 0, w)
	o.Do("MPI_Win_start", og, 0, w)
	o.Put(w, int64(e.World()), 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
}

func TestPSCW001(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	og, eg := o.Group(1), e.Group(0)
	round(o, e, og, eg, w)
	bad := below("PSCW001", 0)
	o.Do("MPI_Win_start", og, 0, w)
	o.Put(w, 1, 0, 1)
	waits := next()
	o.Stuck("MPI_Win_complete", w)
	freed := next()
	e.Stuck("MPI_Win_free", w)
	j.Want(bad)
	f := finding(t, j, "PSCW001")
	shows(t, f, waits, freed)
	assert.Contains(t, f.Message, "names rank 1")
	assert.Contains(t, f.Message, "is in MPI_Win_free")
	assert.Contains(t, f.Message, "rank 0 waits in MPI_Win_complete")
	assert.Equal(t, []int{0, 1}, f.Ranks)
}

// No call blocks if the implementation buffers: the fault is the same.
func TestPSCW001NotBlocked(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o := j.Rank(0)
	bad := below("PSCW001", 0)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	assert.Contains(t, finding(t, j, "PSCW001").Message, "names rank 1, which makes no matching MPI_Win_post call: it has freed the window")
}

// The target posts, but for another origin.
func TestPSCW001OtherOrigin(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(2), 0, w)
	posted := replay.Here() - 1
	o.Stuck("MPI_Win_start", o.Group(1), 0, w)
	e.Stuck("MPI_Win_wait", w)
	j.Rank(2).Stuck("MPI_Win_free", w)
	posts := finding(t, j, "PSCW001").Related
	last := posts[len(posts)-1]
	assert.Equal(t, "this one has no match either: it names rank 2", last.Note)
	assert.Equal(t, posted, int(last.Site.PC))
}

func TestPSCW001UnusedTarget(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	bad := below("PSCW001", 0)
	o.Do("MPI_Win_start", o.Group(1, 2), 0, w)
	o.Put(w, 1, 0, 1)
	o.Stuck("MPI_Win_complete", w)
	e.Stuck("MPI_Win_wait", w)
	j.Rank(2).Stuck("MPI_Win_free", w)
	j.Want(bad)
	assert.Contains(t, finding(t, j, "PSCW001").Message, "names rank 2")
}

// The rank is in a put that waits for the post: the last call of the ring shows that.
func TestPSCW001InPut(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o := j.Rank(0)
	bad := below("PSCW001", 0)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	o.InCall("MPI_Put")
	j.Rank(1).Stuck("MPI_Win_free", w)
	j.Want(bad)
}

func TestPSCW001And2Silent(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	ag, bg := a.Group(1), b.Group(0)
	for range 100 { // every post waits for its start, in both directions in turn
		a.Do("MPI_Win_post", ag, 0, w)
		b.Do("MPI_Win_post", bg, 0, w)
		a.Do("MPI_Win_start", ag, 0, w)
		b.Do("MPI_Win_start", bg, 0, w)
		a.Do("MPI_Win_complete", w)
		b.Do("MPI_Win_complete", w)
		a.Do("MPI_Win_wait", w)
		b.Do("MPI_Win_wait", w)
	}
	j.Each(func(r *replay.Rank) {
		r.Do("MPI_Win_start", replay.Empty, 0, w)
		r.Do("MPI_Win_complete", w)
		r.Do("MPI_Win_post", replay.Empty, 0, w)
		r.Do("MPI_Win_wait", w)
	})
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// Different groups at the two ends match pair by pair.
func TestPSCW001And2Overlapping(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	a, b, c := j.Rank(0), j.Rank(1), j.Rank(2)
	c.Do("MPI_Win_post", c.Group(0, 1), 0, w)
	b.Do("MPI_Win_post", b.Group(0), 0, w)
	a.Do("MPI_Win_start", a.Group(1, 2), 0, w)
	b.Do("MPI_Win_start", b.Group(2), 0, w)
	a.Do("MPI_Win_complete", w)
	b.Do("MPI_Win_complete", w)
	b.Do("MPI_Win_wait", w)
	c.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// The run was cut short while rank 1 was on its way to its post, or while the wait for completes that had all come was
// about to return.
func TestPSCW001Incomplete(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o := j.Rank(0)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Stuck("MPI_Win_complete", w)
	j.Want()
}

func TestPSCW001AboutToReturn(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	a, b := j.Rank(0), j.Rank(1)
	b.Do("MPI_Win_post", b.Group(0), 0, w)
	a.Do("MPI_Win_start", a.Group(1), 0, w)
	a.Do("MPI_Win_complete", w)
	a.Do("MPI_Win_start", a.Group(1, 2), 0, w)
	a.Stuck("MPI_Win_complete", w)
	b.Stuck("MPI_Win_wait", w)
	j.Rank(2).Stuck("MPI_Recv", 0x100, 1, replay.Type("MPI_INT"), 1, 0, replay.World)
	j.Want()
}

func TestPSCW002(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	og, eg := o.Group(1), e.Group(0)
	round(o, e, og, eg, w)
	bad := below("PSCW002", 1)
	e.Do("MPI_Win_post", eg, 0, w)
	waits := next()
	e.Stuck("MPI_Win_wait", w)
	freed := next()
	o.Stuck("MPI_Win_free", w)
	j.Want(bad)
	f := finding(t, j, "PSCW002")
	shows(t, f, waits, freed)
	assert.Contains(t, f.Message, "names rank 0, which makes no matching MPI_Win_start")
}

func TestPSCW002Polling(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	e := j.Rank(1)
	bad := below("PSCW002", 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	for range 5 {
		e.Do("MPI_Win_test", w, 0)
	}
	j.Rank(0).Stuck("MPI_Win_free", w)
	j.Want(bad)
}

func TestPSCW003(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	started := next()
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	o.Put(w, j.Flavour.ProcNull, 0, 1)
	bad := below("PSCW003", 0)
	o.Put(w, 2, 0, 1)
	self := below("PSCW003", 0)
	o.Get(w, 0, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad, self)
	shows(t, at(t, j, bad), started)
	assert.Contains(t, at(t, j, bad).Message, "rank 2, which is not in the group of MPI_Win_start (rank 1)")
}

func TestPSCW003Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	round(o, e, o.Group(1), e.Group(0), w)
	round(e, o, e.Group(0), o.Group(1), w)
	j.Fence(0, w)
	o.Do("MPI_Win_start", replay.Empty, 0, w) // a no-op inside a fence epoch
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

// A group that no recorded call created may contain any rank.
func TestPSCW003UnknownGroup(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", 424242, 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", 434343, 0, w)
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW004Start(t *testing.T) {
	for name, c := range map[string]struct {
		open  func(r *replay.Rank, w int64) (also []replay.Finding)
		close func(r *replay.Rank, w int64)
	}{
		"start": {
			func(r *replay.Rank, w int64) []replay.Finding {
				r.Do("MPI_Win_start", r.Group(0), 0, w)
				return nil
			},
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_complete", w) },
		},
		"lock": {
			func(r *replay.Rank, w int64) []replay.Finding {
				exposed := below("LOCK006", 0)
				r.Do("MPI_Win_lock", r.Shared(), 0, 0, w)
				return []replay.Finding{exposed}
			},
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock", 0, w) },
		},
		"lock_all": {
			func(r *replay.Rank, w int64) []replay.Finding {
				exposed := below("LOCK006", 0)
				r.Do("MPI_Win_lock_all", 0, w)
				return []replay.Finding{exposed}
			},
			func(r *replay.Rank, w int64) { r.Do("MPI_Win_unlock_all", w) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 1)
			w := j.Allocate(64, 4)
			r := j.Rank(0)
			r.Do("MPI_Win_post", r.Group(0), 0, w)
			also := c.open(r, w)
			bad := below("PSCW004", 0)
			r.Do("MPI_Win_start", r.Group(0), 0, w)
			r.Put(w, 0, 0, 1) // a consequence at most
			r.Do("MPI_Win_complete", w)
			c.close(r, w)
			r.Do("MPI_Win_wait", w)
			j.Free(w)
			j.Finalize()
			j.Want(append(also, bad)...)
			assert.Contains(t, finding(t, j, "PSCW004").Message, name)
		})
	}
}

// If the library refuses the second start, the program may complete once or twice.
func TestPSCW004Refused(t *testing.T) {
	for completes := 1; completes <= 2; completes++ {
		j := replay.New(t, 2)
		w := j.Allocate(64, 4)
		o, e := j.Rank(0), j.Rank(1)
		e.Do("MPI_Win_post", e.Group(0), 0, w)
		o.Do("MPI_Win_start", o.Group(1), 0, w)
		bad := below("PSCW004", 0)
		o.Fail("MPI_Win_start", o.Group(1), 0, w)
		for range completes {
			o.Do("MPI_Win_complete", w)
		}
		e.Do("MPI_Win_wait", w)
		j.Free(w)
		j.Finalize()
		j.Want(bad)
	}
}

func TestPSCW004Fence(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	opened := next()
	j.Fence(0, w)
	put := next()
	o.Put(w, 0, 0, 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	bad := below("PSCW004", 0)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Fence(0, w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "PSCW004"), put, opened)
}

func TestPSCW004Complete(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	og, eg := o.Group(1), e.Group(0)
	never := below("PSCW004", 1)
	e.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_post", eg, 0, w)
	o.Do("MPI_Win_start", og, 0, w)
	done := next()
	o.Do("MPI_Win_complete", w)
	twice := below("PSCW004", 0)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(never, twice)
	shows(t, at(t, j, twice), done)
	shows(t, at(t, j, never))
}

func TestPSCW004Silent(t *testing.T) {
	j := replay.New(t, 2)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	j.Fence(0, w) // opens an epoch that is not used
	round(o, e, o.Group(1), e.Group(0), w)
	j.Fence(j.Flavour.ModeNoPrecede|j.Flavour.ModeNoSucceed, w)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	o.Do("MPI_Win_start", replay.Empty, 0, w)
	o.Do("MPI_Win_complete", w)
	o.Do("MPI_Win_lock", o.Shared(), 1, 0, w)
	o.Do("MPI_Win_start", replay.Empty, 0, w)
	o.Do("MPI_Win_complete", w)
	round(o, e, o.Group(1), e.Group(0), v)
	o.Do("MPI_Win_unlock", 1, w)
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW005Post(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	opened := next()
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	bad := below("PSCW005", 1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "PSCW005"), opened)
}

func TestPSCW005Wait(t *testing.T) {
	j := replay.New(t, 2)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	tested := below("PSCW005", 0)
	o.Do("MPI_Win_test", w, 0)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	otherWindow := below("PSCW005", 1)
	e.Do("MPI_Win_wait", v)
	ended := next()
	e.Do("MPI_Win_wait", w)
	twice := below("PSCW005", 1)
	e.Do("MPI_Win_wait", w)
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Want(tested, otherWindow, twice)
	shows(t, at(t, j, twice), ended)
}

func TestPSCW005WaitAfterTest(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	ended := next()
	e.Do("MPI_Win_test", w, 1)
	bad := below("PSCW005", 1)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	shows(t, finding(t, j, "PSCW005"), ended)
}

func TestPSCW006(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	ended := next()
	e.Do("MPI_Win_test", w, 1)
	bad := below("PSCW006", 1)
	for range 3 {
		e.Do("MPI_Win_test", w, 1)
	}
	j.Free(w)
	j.Finalize()
	bad.Line++
	j.Want(bad)
	f := finding(t, j, "PSCW006")
	shows(t, f, ended)
	assert.EqualValues(t, 3, f.Count)
}

func TestPSCW005And6Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	for range 2 {
		e.Do("MPI_Win_post", e.Group(0), 0, w)
		e.Do("MPI_Win_test", w, 0)
		o.Do("MPI_Win_start", o.Group(1), 0, w)
		o.Do("MPI_Win_complete", w)
		e.Do("MPI_Win_test", w, 0)
		e.Do("MPI_Win_test", w, 1)
	}
	e.Do("MPI_Win_post", replay.Empty, 0, w)
	e.Do("MPI_Win_wait", w)
	e.Do("MPI_Win_post", replay.Empty, 0, w)
	e.Do("MPI_Win_test", w, 1)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW007(t *testing.T) {
	j := replay.New(t, 3)
	pair := j.Handle()
	w := j.Handle()
	for i := range int64(2) {
		r := j.Rank(int(i))
		r.With("MPI_Comm_split", nil, replay.Words([]int64{0, 1}), replay.World, 0, i, pair, 0, i)
		r.Do("MPI_Win_allocate", 64, 4, replay.InfoNull, pair, 0x10000, w)
	}
	single := j.Handle()
	j.Rank(2).With("MPI_Comm_split", nil, replay.Words([]int64{2}), replay.World, 1, 2, single, 0, 0)

	r := j.Rank(0)
	made := next()
	g := r.Group(1, 2)
	outside := below("PSCW007", 0)
	r.Fail("MPI_Win_post", g, 0, w)
	null := below("PSCW007", 0)
	r.Fail("MPI_Win_start", replay.GroupNone, 0, w)
	r.Do("MPI_Win_complete", w) // a consequence
	gone := r.Group(1)
	freedAt := next()
	r.Do("MPI_Group_free", gone)
	freed := below("PSCW007", 0)
	r.Fail("MPI_Win_start", gone, 0, w)
	r.Do("MPI_Win_complete", w)
	for i := range 2 {
		j.Rank(i).Do("MPI_Win_free", w)
	}
	j.Finalize()
	j.Want(outside, null, freed)
	assert.Contains(t, at(t, j, outside).Message, "rank 2, which is not in the window's group (ranks 0, 1)")
	assert.Equal(t, made, int(at(t, j, outside).Related[0].Site.PC))
	assert.Contains(t, at(t, j, null).Message, "MPI_GROUP_NULL")
	shows(t, at(t, j, freed), freedAt)
}

func TestPSCW007Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	og, eg := o.Group(1), e.Group(0)
	e.Do("MPI_Win_post", eg, 0, w)
	e.Do("MPI_Group_free", eg)
	o.Do("MPI_Win_start", og, 0, w)
	o.Do("MPI_Group_free", og)
	o.Put(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	o.Do("MPI_Win_start", replay.Empty, 0, w)
	o.Do("MPI_Win_complete", w)
	o.Do("MPI_Win_start", 555555, 0, w) // an unknown group
	o.Do("MPI_Win_complete", w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW008(t *testing.T) {
	j := replay.New(t, 3)
	noCheck := j.Flavour.ModeNoCheck
	w := j.Allocate(64, 4)
	o := j.Rank(0)
	j.Rank(1).Do("MPI_Win_post", j.Rank(1).Group(0), noCheck, w)
	post := next()
	j.Rank(2).Do("MPI_Win_post", j.Rank(2).Group(0), 0, w)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	with := below("PSCW008", 0)
	o.Do("MPI_Win_start", o.Group(1, 2), noCheck, w)
	o.Do("MPI_Win_complete", w)
	j.Rank(1).Do("MPI_Win_wait", w)
	j.Rank(2).Do("MPI_Win_wait", w)
	j.Rank(1).Do("MPI_Win_post", j.Rank(1).Group(0), noCheck, w)
	without := below("PSCW008", 0)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	j.Rank(1).Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(with, without)
	shows(t, at(t, j, with), post)
	assert.Contains(t, at(t, j, with).Message, "rank 2 posts without it")
	assert.Contains(t, at(t, j, without).Message, "rank 1 posts with it")
	assert.Equal(t, []int{0, 2}, at(t, j, with).Ranks)
}

func TestPSCW008Silent(t *testing.T) {
	j := replay.New(t, 2)
	noCheck, noStore, noPut, _, _ := modes(j)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), noCheck|noStore|noPut, w)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Barrier", replay.World) })
	o.Do("MPI_Win_start", o.Group(1), noCheck, w)
	o.Get(w, 1, 0, 1)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	e.Do("MPI_Win_post", e.Group(0), noStore|noPut, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW010(t *testing.T) {
	j := replay.New(t, 2)
	_, _, noPut, _, noSucceed := modes(j)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	post := below("PSCW010", 1)
	e.Fail("MPI_Win_post", e.Group(0), noSucceed, w)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	start := below("PSCW010", 0)
	o.Fail("MPI_Win_start", o.Group(1), noPut|1<<20, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(post, start)
	assert.Contains(t, at(t, j, post).Message, "MPI_MODE_NOSUCCEED")
	assert.Contains(t, at(t, j, start).Message, "MPI_MODE_NOPUT | 0x100000")
}

func TestPSCW011(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	e := j.Rank(0)
	post := next()
	e.Do("MPI_Win_post", e.Group(1, 2), j.Flavour.ModeNoPut, w)
	j.Rank(1).Do("MPI_Win_start", j.Rank(1).Group(0), 0, w)
	j.Rank(1).Get(w, 0, 0, 1)
	j.Rank(1).Do("MPI_Win_complete", w)
	start := next()
	j.Rank(2).Do("MPI_Win_start", j.Rank(2).Group(0), 0, w)
	bad := below("PSCW011", 2)
	j.Rank(2).Put(w, 0, 0, 1)
	j.Rank(2).Do("MPI_Win_complete", w)
	e.Do("MPI_Win_wait", w)
	j.Free(w)
	j.Finalize()
	j.Want(bad)
	f := finding(t, j, "PSCW011")
	shows(t, f, post, start)
	assert.Equal(t, []int{0, 2}, f.Ranks)
}

func TestPSCW011Silent(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_post", r.Group(0), int64(r.World())*j.Flavour.ModeNoPut, w) })
	o.Do("MPI_Win_start", o.Group(0, 1), 0, w)
	o.Put(w, 0, 0, 1)
	o.Get(w, 1, 0, 1)
	o.Put(w, 1, 0, 0)
	o.Do("MPI_Fetch_and_op", 0x5000, 0x6000, replay.Type("MPI_INT"), 1, 0, replay.Type("MPI_NO_OP"), w)
	o.Do("MPI_Win_complete", w)
	j.Each(func(r *replay.Rank) { r.Do("MPI_Win_wait", w) })
	round(o, e, o.Group(1), e.Group(0), w) // the next exposure epoch promises nothing
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW012(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	posted := next()
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	started := next()
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Put(w, 1, 0, 1)
	e.Do("MPI_Win_test", w, 0)
	start := below("PSCW012", 0)
	o.Do("MPI_Win_free", w)
	post := below("PSCW012", 1)
	e.Do("MPI_Win_free", w)
	j.Finalize()
	j.Want(start, post)
	shows(t, at(t, j, start), started)
	shows(t, at(t, j, post), posted)
	assert.Contains(t, at(t, j, start).Message, "MPI_Win_complete")
	assert.Contains(t, at(t, j, post).Message, "MPI_Win_wait")
}

// A target that repeats MPI_Win_test until the origin completes its epoch, while the origin waits in a barrier.
func TestMissingCompleteOfTest(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	e.Do("MPI_Win_test", w, 0)
	e.Lives(90, 0.01)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Stuck("MPI_Barrier", replay.World)
	found(t, j, "COLL002", "by rank 0 but not by rank 1, which is in MPI_Win_test and waits for MPI_Win_complete from rank 0, which is in MPI_Barrier")
}

// The other rank waits in MPI_Win_wait for the missing complete: that it does not reach MPI_Win_free is a consequence.
func TestPSCW012Hang(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	e.Do("MPI_Win_post", e.Group(0), 0, w)
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	bad := below("PSCW012", 0)
	o.Stuck("MPI_Win_free", w)
	e.Stuck("MPI_Win_wait", w)
	j.Want(bad)
	assert.NotNil(t, finding(t, j, "COLL002").Cause)
}

func TestPSCW012Finalize(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	post := below("PSCW012", 0)
	r.Do("MPI_Win_post", r.Group(0), 0, w)
	start := below("PSCW012", 0)
	r.Do("MPI_Win_start", r.Group(0), 0, w)
	j.Finalize()
	assert.Subset(t, j.Found(), []replay.Finding{post, start})
	finding(t, j, "WIN009")
}

func TestPSCW012Silent(t *testing.T) {
	j := replay.New(t, 1)
	w, v := j.Allocate(64, 4), j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_post", replay.Empty, 0, w)
	r.Do("MPI_Win_start", replay.Empty, 0, w)
	r.Do("MPI_Win_post", r.Group(0), 0, v)
	r.Do("MPI_Win_start", r.Group(0), 0, v)
	r.Do("MPI_Win_complete", v)
	r.Do("MPI_Win_test", v, 1)
	j.Free(v)
	j.Free(w)
	j.Finalize()
	j.Silent()
}

func TestPSCW012Aborted(t *testing.T) {
	j := replay.New(t, 1)
	w := j.Allocate(64, 4)
	r := j.Rank(0)
	r.Do("MPI_Win_post", r.Group(0), 0, w)
	r.Exit()
	assert.NotContains(t, j.Found(), "PSCW012")
	for _, f := range j.Found() {
		assert.NotEqual(t, "PSCW012", f.Rule)
	}
}

// A start with MPI_MODE_NOCHECK needs a post that has come before it: the calls for which its rank has waited show
// whether the post has.
func TestPSCW009(t *testing.T) {
	post := func(o, e *replay.Rank, w, check int64) { e.Do("MPI_Win_post", e.Group(0), check, w) }
	start := func(o, e *replay.Rank, w, check int64) { o.Do("MPI_Win_start", o.Group(1), check, w) }
	meet := func(o, e *replay.Rank, _, _ int64) {
		o.Do("MPI_Barrier", replay.World)
		e.Do("MPI_Barrier", replay.World)
	}
	word := func(o, e *replay.Rank, _, _ int64) {
		sends(e, 0, 1, intType)
		receives(o, 1, 1, intType, 4)
	}
	bcast := func(root int64) func(o, e *replay.Rank, w, check int64) {
		return func(o, e *replay.Rank, _, _ int64) {
			o.Do("MPI_Bcast", origin, 1, intType, root, replay.World)
			e.Do("MPI_Bcast", origin, 1, intType, root, replay.World)
		}
	}
	type part = func(o, e *replay.Rank, w, check int64)
	for _, c := range []struct {
		name  string
		parts []part
		wrong bool
	}{
		{"nothing", []part{post, start}, true},
		{"barrier before the post", []part{meet, post, start}, true},
		{"message before the post", []part{word, post, start}, true},
		{"barrier after the start", []part{post, start, meet}, true},
		{"broadcast from the origin", []part{post, bcast(0), start}, true},
		{"barrier", []part{post, meet, start}, false},
		{"message", []part{post, word, start}, false},
		{"broadcast from the target", []part{post, bcast(1), start}, false},
	} {
		for _, assert := range []bool{true, false} {
			j := replay.New(t, 2)
			w := j.Allocate(64, 4)
			check := int64(0)
			if assert {
				check, _, _, _, _ = modes(j)
			}
			o, e := j.Rank(0), j.Rank(1)
			for _, f := range c.parts {
				f(o, e, w, check)
			}
			o.Put(w, 1, 0, 1)
			o.Do("MPI_Win_complete", w)
			e.Do("MPI_Win_wait", w)
			j.Free(w)
			j.Finalize()
			t.Run(c.name, func(t *testing.T) {
				if !c.wrong || !assert {
					j.Silent()
					return
				}
				f := found(t, j, "PSCW009", "^rank 0 starts with MPI_MODE_NOCHECK, but does not wait until rank 1 has posted the window$")
				require.Len(t, f.Related, 1)
				require.Equal(t, "the matching post", f.Related[0].Note)
			})
		}
	}
}
