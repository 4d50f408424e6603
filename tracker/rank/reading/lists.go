package reading

import (
	"encoding/binary"
	"hash/maphash"
	"slices"
	"sync"

	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// Lists shares lists of ranks between the ranks of a job: every rank of a communicator has the list of its members. In
// a job of 100,000 ranks, no rank may look at each member again.
type Lists struct {
	Mu     sync.Mutex
	seed   maphash.Seed
	byHash map[uint64][]int32
	ByRuns map[string][]int32
	facts  map[listPlace]ListFacts

	excessive func() bool // see NewLists
	unchecked int         // number of ranks in lists since excessive was last called
	refuses   bool
}

// listPlace identifies a shared list.
type listPlace struct {
	first *int32
	n     int
}

// ListFacts are derived from the members of a communicator.
type ListFacts struct {
	Sum    uint64 // a hash of the sorted list, as ranks may disagree on the order, see OBJ005
	Beyond bool   // some members are outside this job's MPI_COMM_WORLD
}

// NewLists returns an empty Lists. It calls excessive, which may be nil, now and then to ask whether the process uses
// too much memory, and then refuses further lists: a few bytes of a log can stand for a list of millions.
func NewLists(excessive func() bool) *Lists {
	return &Lists{excessive: excessive, seed: maphash.MakeSeed(), byHash: map[uint64][]int32{},
		ByRuns: map[string][]int32{}, facts: map[listPlace]ListFacts{}}
}

// Bounds of sharing: shorter lists are not shared, and a map with mostLists entries is cleared.
const (
	ShortList = 16
	mostLists = 1 << 12
	// uncheckedRanks are 16 MB of lists.
	uncheckedRanks = 4 << 20
	// MostOutside bounds the members of a group outside MPI_COMM_WORLD.
	MostOutside = 1 << 16
)

// TooMany reports whether there is too little memory for a list of n ranks.
func (l *Lists) TooMany(n int) bool {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	l.unchecked += n
	if !l.refuses && l.excessive != nil && l.unchecked > uncheckedRanks {
		l.unchecked, l.refuses = 0, l.excessive()
	}
	return l.refuses
}

// Keep adds an entry to a map of bounded size.
func Keep[K comparable, V any](m map[K]V, key K, value V) {
	if len(m) >= mostLists {
		clear(m)
	}
	m[key] = value
}

func ListOf(ranks event.Ranks, size int) []int32 {
	out := make([]int32, 0, ranks.Len())
	for v := range ranks.All() {
		if v < 0 || v >= int64(size) {
			v = -1
		}
		out = append(out, int32(v))
	}
	return out
}

// OfRuns returns the list that was decoded from these runs before, nil if none.
func (l *Lists) OfRuns(runs []byte) []int32 {
	l.Mu.Lock()
	defer l.Mu.Unlock()
	return l.ByRuns[string(runs)]
}

// FactsOf returns the facts of a list, cached for shared lists.
func (l *Lists) FactsOf(list []int32) ListFacts {
	if l == nil || len(list) < ShortList {
		return NewFacts(list)
	}
	at := listPlace{&list[0], len(list)}
	l.Mu.Lock()
	f, ok := l.facts[at]
	l.Mu.Unlock()
	if ok {
		return f
	}
	f = NewFacts(list)
	l.Mu.Lock()
	defer l.Mu.Unlock()
	Keep(l.facts, at, f)
	return f
}

func NewFacts(list []int32) ListFacts {
	sorted := list
	if !slices.IsSorted(list) {
		sorted = slices.Sorted(slices.Values(list))
	}
	return ListFacts{Sum: object.HashID(sorted), Beyond: slices.Contains(list, -1)}
}

// Share returns an equal list that another rank already uses, otherwise list.
func (l *Lists) Share(list []int32) []int32 {
	h := hashList(l.seed, list)
	l.Mu.Lock()
	defer l.Mu.Unlock()
	if have := l.byHash[h]; slices.Equal(have, list) {
		return have
	}
	Keep(l.byHash, h, list)
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
