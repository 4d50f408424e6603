package state

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/gomarmot/gomarmot/pmpi/event"
)

// Lists holds lists of ranks that the ranks of a job share: each rank of a
// communicator is told all its members.
type Lists struct {
	mu     sync.Mutex
	seed   maphash.Seed
	byHash map[uint64][]int32
}

// NewLists returns an empty Lists.
func NewLists() *Lists { return &Lists{seed: maphash.MakeSeed(), byHash: map[uint64][]int32{}} }

// Bounds of what is shared: shorter lists are not worth it, and of more than
// that many the first ones are forgotten.
const (
	shortList = 16
	mostLists = 1 << 12
)

// list returns ranks in MPI_COMM_WORLD, -1 for others; the result is read-only.
func (r *Rank) list(ranks event.Array) []int32 {
	n := ranks.Len()
	first := n <= r.Size // the first ranks of the job, in order
	for i := 0; i < n && first; i++ {
		first = ranks.At(i) == int64(i)
	}
	if first {
		return firstRanks(n)
	}
	out := make([]int32, n)
	for i := range out {
		out[i] = -1
		if v := ranks.At(i); v >= 0 && v < int64(r.Size) {
			out[i] = int32(v)
		}
	}
	if r.lists == nil || n < shortList {
		return out
	}
	return r.lists.share(out)
}

// share returns a list of the same ranks that another rank already uses, if any.
func (l *Lists) share(list []int32) []int32 {
	h := hashList(l.seed, list)
	l.mu.Lock()
	defer l.mu.Unlock()
	if have := l.byHash[h]; slices.Equal(have, list) {
		return have
	}
	if len(l.byHash) >= mostLists {
		clear(l.byHash)
	}
	l.byHash[h] = list
	return list
}

func hashList(seed maphash.Seed, list []int32) uint64 {
	var h maphash.Hash
	h.SetSeed(seed)
	var b [4]byte
	for _, v := range list {
		binary.LittleEndian.PutUint32(b[:], uint32(v))
		_, _ = h.Write(b[:]) // never fails
	}
	return h.Sum64()
}

// ascending is 0, 1, 2, ... as far as it was needed.
var ascending atomic.Pointer[[]int32]

// firstRanks returns 0 to n-1, read-only: all ranks share it.
func firstRanks(n int) []int32 {
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
