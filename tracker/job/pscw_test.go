package job_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/rules/replay"
)

// The k-th start that names a target matches the k-th post of it that names
// the origin, whoever else the groups hold.
func TestPairsByCount(t *testing.T) {
	j := replay.New(t, 3)
	w := j.Allocate(64, 4)
	a, b, c := j.Rank(0), j.Rank(1), j.Rank(2)
	at := replay.Here()
	c.Do("MPI_Win_post", c.Group(0, 1), 0, w)  // +1
	c.Do("MPI_Win_wait", w)                    // +2
	c.Do("MPI_Win_post", c.Group(0), 0, w)     // +3
	c.Do("MPI_Win_wait", w)                    // +4
	b.Do("MPI_Win_post", b.Group(0), 0, w)     // +5
	a.Do("MPI_Win_start", a.Group(1, 2), 0, w) // +6
	a.Put(w, 2, 0, 1)                          // +7
	a.Do("MPI_Win_complete", w)                // +8
	b.Do("MPI_Win_start", b.Group(2), 0, w)    // +9
	b.Do("MPI_Win_complete", w)                // +10
	b.Do("MPI_Win_wait", w)                    // +11
	a.Do("MPI_Win_start", a.Group(2), 0, w)    // +12
	a.Put(w, 2, 0, 1)                          // +13
	a.Do("MPI_Win_complete", w)                // +14
	j.Free(w)
	j.Finalize()
	pair := func(o, e, start, post, put int) []string {
		p := "-"
		if put > 0 {
			p = fmt.Sprintf("%d:%d", o, at+put)
		}
		s := fmt.Sprintf("pair %d-%d: start %d:%d post %d:%d", o, e, o, at+start, e, at+post)
		return []string{s, s + " completed, put " + p}
	}
	var want []string
	for _, p := range [][]string{pair(0, 1, 6, 5, 0), pair(0, 2, 6, 1, 7), pair(0, 2, 12, 3, 13), pair(1, 2, 9, 1, 0)} {
		want = append(want, p...)
	}
	assert.ElementsMatch(t, want, always(t, j, 3, "pair"))
	assert.Empty(t, always(t, j, 3, "unmatched"))
}

// A window that all ranks have freed is settled at once.
func TestPairsOfFreedWindow(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o := j.Rank(0)
	at := replay.Here()
	o.Do("MPI_Win_start", o.Group(1), 0, w)
	o.Do("MPI_Win_complete", w)
	j.Free(w)
	j.Each(func(r *replay.Rank) { r.Stuck("MPI_Barrier", replay.World) })
	want := fmt.Sprintf("unmatched 0:%d: rank 1 has freed it, blocked -", at+1)
	assert.Equal(t, []string{want}, always(t, j, 2, "unmatched"))
}

// After a start or post that failed or came at the wrong time, the matches of the rank are unknown: none of its calls
// is reported as missing, on either side.
func TestPairsAfterFailure(t *testing.T) {
	for name, fail := range map[string]func(r *replay.Rank, w int64){
		"failed":        func(r *replay.Rank, w int64) { r.Fail("MPI_Win_start", r.Group(1), 0, w) },
		"twice":         func(r *replay.Rank, w int64) { r.Do("MPI_Win_start", r.Group(1), 0, w) },
		"null group":    func(r *replay.Rank, w int64) { r.Do("MPI_Win_start", replay.GroupNone, 0, w) },
		"unknown group": func(r *replay.Rank, w int64) { r.Do("MPI_Win_start", 987654, 0, w) },
		"lost records":  func(r *replay.Rank, w int64) { r.Event(1029, 3) },
	} {
		t.Run(name, func(t *testing.T) {
			j := replay.New(t, 3)
			w := j.Allocate(64, 4)
			a, b, c := j.Rank(0), j.Rank(1), j.Rank(2)
			a.Do("MPI_Win_start", a.Group(1), 0, w)
			fail(a, w)
			a.Do("MPI_Win_complete", w)
			a.Do("MPI_Win_start", a.Group(1), 0, w)
			a.Do("MPI_Win_complete", w)
			b.Do("MPI_Win_post", b.Group(0), 0, w)
			b.Do("MPI_Win_wait", w)
			at := replay.Here()
			b.Do("MPI_Win_post", b.Group(2), 0, w) // this post is missing even so
			b.Do("MPI_Win_wait", w)
			c.Do("MPI_Win_test", w, 0)
			j.Free(w)
			j.Finalize()
			want := fmt.Sprintf("unmatched 1:%d: rank 2 has freed it, blocked -", at+1)
			assert.Equal(t, []string{want}, always(t, j, 3, "unmatched"))
		})
	}
}

// Ranks that run ahead are held back, and released when no other rank can move.
func TestPairsHeld(t *testing.T) {
	j := replay.New(t, 2)
	w := j.Allocate(64, 4)
	o, e := j.Rank(0), j.Rank(1)
	og, eg := o.Group(1), e.Group(0)
	for range 500 {
		o.Do("MPI_Win_start", og, 0, w)
		o.Do("MPI_Win_complete", w)
		e.Do("MPI_Win_post", eg, 0, w)
		e.Do("MPI_Win_wait", w)
	}
	j.Free(w)
	j.Finalize()
	v := watch(j, 2, 1)
	assert.Len(t, v.of("pair"), 1000)
	assert.Empty(t, v.of("unmatched"))
}
