package race

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// begins has an access of rank 0 begin under locks that it does not need.
func begins(r *Releases, n int64) *Access {
	a := &Access{Locks: op.NewLocked([]op.LockRef{{Window: 1, Target: 2, Exclusive: true}}), Releases: r}
	a.At.N = n
	r.Begin(n)
	return a
}

func TestALockProtectsWhatIsCompleteBeforeItsRelease(t *testing.T) {
	var r Releases
	lock := op.LockRef{Window: 1, Target: 2, Exclusive: true}
	a, b := begins(&r, 10), begins(&r, 11)
	a.Done = 15
	assert.True(t, a.outlasts(lock) && b.outlasts(lock), "the lock is held")
	r.Add(1, 3, order.Point{N: 18})
	assert.True(t, b.outlasts(lock), "another lock is released")
	r.Add(1, 2, order.Point{N: 20})
	assert.True(t, a.outlasts(lock))
	assert.False(t, b.outlasts(lock), "it is not complete")
	b.Done = 25
	assert.False(t, b.outlasts(lock), "it was complete too late")
	c := begins(&r, 30)
	assert.True(t, c.outlasts(lock), "the lock was taken again")
	assert.True(t, a.underLocksOf(c), "complete before the release")
	d := begins(&r, 31)
	r.Add(1, 2, order.Point{N: 40})
	assert.False(t, d.underLocksOf(begins(&r, 50)), "not complete, and its lock was released in between")
}

func TestReleasesAreFew(t *testing.T) {
	var r Releases
	first := begins(&r, 1)
	for n := range int64(100) {
		r.Add(1, 2, order.Point{N: 2 + n})
	}
	assert.Len(t, r.of[1][2], 1, "no access asks for the later releases")
	for n := range int64(4 * mostReleases) {
		begins(&r, 200+2*n)
		r.Add(1, 2, order.Point{N: 201 + 2*n})
	}
	assert.LessOrEqual(t, len(r.of[1][2]), mostReleases)
	assert.False(t, first.outlasts(op.LockRef{Window: 1, Target: 2}), "not complete at any release")
	for w := range uint64(4 * mostGone) {
		r.Add(w, 2, order.Point{N: 1 << 20})
		r.Gone(w)
	}
	assert.LessOrEqual(t, len(r.of), mostGone+1)
}
