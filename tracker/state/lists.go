package state

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// Lists holds lists of ranks that the ranks of a job share: each rank of a
// communicator is told all its members. In a job of 100,000 ranks, none of them may look at each member.
type Lists struct {
	mu     sync.Mutex
	seed   maphash.Seed
	byHash map[uint64][]int32
	byRuns map[string][]int32
	facts  map[listPlace]listFacts

	excessive func() bool // see NewLists
	unchecked int         // ranks of lists since it was asked last
	refuses   bool
}

// listPlace is a list that is shared.
type listPlace struct {
	first *int32
	n     int
}

// listFacts are about the members of a communicator.
type listFacts struct {
	sum    uint64 // of the sorted list: ranks may disagree on the order, see OBJ005
	beyond bool   // some are outside this job's MPI_COMM_WORLD
}

// NewLists returns an empty Lists. excessive, which may be nil, is asked now and then whether the process
// takes more memory than it may: then there are no more lists. A few bytes of a log can be a list of millions.
func NewLists(excessive func() bool) *Lists {
	return &Lists{excessive: excessive, seed: maphash.MakeSeed(), byHash: map[uint64][]int32{}, byRuns: map[string][]int32{}, facts: map[listPlace]listFacts{}}
}

// Bounds of what is shared: shorter lists are not worth it, and of more than
// that many the first ones are forgotten.
const (
	shortList = 16
	mostLists = 1 << 12
	// uncheckedRanks are those of 16 MB of lists.
	uncheckedRanks = 4 << 20
	// mostOutside are the members of a group that are not of this MPI_COMM_WORLD.
	mostOutside = 1 << 16
)

// list returns ranks in MPI_COMM_WORLD, -1 for others; the result is read-only. It is nil if there are
// more than a log that gomarmot wrote has, or than there is memory for.
func (o *objects) list(ranks event.Ranks) []int32 {
	n := ranks.Len()
	runs := ranks.Runs()
	switch {
	case n > o.reading.Size+mostOutside:
		return nil
	case n <= o.reading.Size && ranks.First():
		return op.FirstRanks(n)
	case o.reading.Lists == nil || n < shortList:
		return listOf(ranks, o.reading.Size)
	case runs == nil:
		return o.reading.Lists.Share(listOf(ranks, o.reading.Size))
	}
	if have := o.reading.Lists.ofRuns(runs); have != nil {
		return have
	}
	if o.reading.Lists.tooMany(n) {
		return nil
	}
	out := o.reading.Lists.Share(listOf(ranks, o.reading.Size))
	o.reading.Lists.mu.Lock()
	defer o.reading.Lists.mu.Unlock()
	keep(o.reading.Lists.byRuns, string(runs), out)
	return out
}

// tooMany reports whether there is no memory for a list of n ranks.
func (l *Lists) tooMany(n int) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.unchecked += n
	if !l.refuses && l.excessive != nil && l.unchecked > uncheckedRanks {
		l.unchecked, l.refuses = 0, l.excessive()
	}
	return l.refuses
}

// keep adds something to a map of bounded size.
func keep[K comparable, V any](m map[K]V, key K, value V) {
	if len(m) >= mostLists {
		clear(m)
	}
	m[key] = value
}

func listOf(ranks event.Ranks, size int) []int32 {
	out := make([]int32, 0, ranks.Len())
	for v := range ranks.All() {
		if v < 0 || v >= int64(size) {
			v = -1
		}
		out = append(out, int32(v))
	}
	return out
}

// ofRuns returns the list that was written as these runs, if it is known.
func (l *Lists) ofRuns(runs []byte) []int32 {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.byRuns[string(runs)]
}

// factsOf returns what is known of a list that list has returned.
func (l *Lists) factsOf(list []int32) listFacts {
	if l == nil || len(list) < shortList {
		return newFacts(list)
	}
	at := listPlace{&list[0], len(list)}
	l.mu.Lock()
	f, ok := l.facts[at]
	l.mu.Unlock()
	if ok {
		return f
	}
	f = newFacts(list)
	l.mu.Lock()
	defer l.mu.Unlock()
	keep(l.facts, at, f)
	return f
}

func newFacts(list []int32) listFacts {
	sorted := list
	if !slices.IsSorted(list) {
		sorted = slices.Sorted(slices.Values(list))
	}
	return listFacts{sum: object.HashID(sorted), beyond: slices.Contains(list, -1)}
}

// Share returns a list of the same ranks that another rank already uses, if any.
func (l *Lists) Share(list []int32) []int32 {
	h := hashList(l.seed, list)
	l.mu.Lock()
	defer l.mu.Unlock()
	if have := l.byHash[h]; slices.Equal(have, list) {
		return have
	}
	keep(l.byHash, h, list)
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
