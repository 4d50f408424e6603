package race

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/order"
)

// Releases are when a rank has released its locks. Of each lock, they have the first release after the begin of any
// access under a lock that the access does not need.
type Releases struct {
	of    map[uint64]map[int32][]order.Point // by window and target, AllTargets too; ascending
	gone  []uint64                           // windows that are gone, oldest first
	last  int64                              // records of the rank at the latest release
	begun int64                              // records of the rank at the begin of the latest such access
}

// Bounds of the releases that are kept: of a lock, and windows that are gone.
const (
	mostReleases = 1 << 10
	mostGone     = 1 << 10
)

// Begin takes the begin of an access that refers to the releases, when its rank had n records.
func (r *Releases) Begin(n int64) { r.begun = n }

// Add adds the release of the lock of a target, or of all targets.
func (r *Releases) Add(window uint64, target int32, at order.Point) {
	list := r.of[window][target]
	if n := len(list); n > 0 && list[n-1].N > r.begun { // no access has begun since that release
		return
	}
	if len(list) == mostReleases {
		list = slices.Delete(list, 0, mostReleases/2)
	}
	if r.of == nil {
		r.of = map[uint64]map[int32][]order.Point{}
	}
	if r.of[window] == nil {
		r.of[window] = map[int32][]order.Point{}
	}
	r.of[window][target] = append(list, at)
	r.last = at.N
}

// after returns the first release of a lock after the rank had n records, or a later one if that release is no longer
// kept; false: there is none.
func (r *Releases) after(l op.LockRef, n int64) (at order.Point, ok bool) {
	list := r.of[l.Window][l.Target]
	i, _ := slices.BinarySearchFunc(list, n+1, func(p order.Point, n int64) int { return cmp.Compare(p.N, n) })
	if i == len(list) {
		return at, false
	}
	return list[i], true
}

// Gone takes that a window is gone: the releases of its locks are kept for a while, for accesses to other windows.
func (r *Releases) Gone(window uint64) {
	if r.of[window] == nil {
		return
	}
	if r.gone = append(r.gone, window); len(r.gone) > mostGone {
		delete(r.of, r.gone[0])
		r.gone = r.gone[1:]
	}
}
