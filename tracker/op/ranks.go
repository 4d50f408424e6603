package op

import "sync/atomic"

// ascending is 0, 1, 2, ... as far as it was needed.
var ascending atomic.Pointer[[]int32]

// FirstRanks returns 0 to n-1, read-only: all ranks share it.
func FirstRanks(n int) []int32 {
	if p := ascending.Load(); p != nil && len(*p) >= n {
		return (*p)[:n:n]
	}
	all := make([]int32, n)
	for i := range all {
		all[i] = int32(i)
	}
	ascending.Store(&all)
	return all
}

// areFirst reports whether the ranks are 0 to n-1.
func areFirst(ranks []int32) bool {
	if p := ascending.Load(); p != nil && len(*p) > 0 && len(ranks) > 0 && &ranks[0] == &(*p)[0] {
		return true
	}
	for i, v := range ranks {
		if v != int32(i) {
			return false
		}
	}
	return true
}
