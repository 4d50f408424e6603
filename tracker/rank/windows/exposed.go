package windows

import (
	"slices"
	"sort"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// exposed is the memory of the rank's windows, and the memory of other ranks in shared windows.
type exposed struct {
	list  []Exposure // by Lo
	reach []int64    // at each index at least the highest Hi so far
	made  int64      // touches so far
	// hidden is the time, in ticks, at which a window last lost memory.
	hidden uint64
	shared int // entries of list in windows of shared memory
	gone   int // entries of list without a window, as the window has lost the memory
}

// Exposure is window memory [Lo, Hi) of a rank of the window's group, in addresses of this process.
type Exposure struct {
	Lo, Hi int64
	Win    *Win
	Rank   int32
}

// Own reports whether the memory is this rank's own.
func (e *Exposure) Own() bool { return int(e.Rank) == e.Win.MyRank }

// Disp converts an address for ops: in the memory of another rank it is the distance from Lo.
func (e *Exposure) Disp(addr int64) int64 {
	if e.Own() {
		return addr
	}
	return addr - e.Lo
}

// expose adds memory of a window, unless the memory was added before.
func (e *exposed) expose(w *Win, rank int, base, size int64) {
	if base <= 0 || size <= 0 {
		return
	}
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].Lo > base })
	for k := i - 1; k >= 0 && e.list[k].Lo == base; k-- {
		if x := &e.list[k]; x.Win == w && int(x.Rank) == rank {
			return
		}
	}
	if w.Flavor == op.Shared {
		e.shared++
	}
	e.list = slices.Insert(e.list, i, Exposure{base, datatype.AddSat(base, size), w, int32(rank)})
	e.reach = slices.Insert(e.reach, i, 0)
	e.reaches(i)
}

// hide removes memory of window w: the memory that begins at base, or all memory if base is 0.
func (e *exposed) hide(w *Win, base int64, now uint64) {
	e.hidden = now
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].Lo >= base })
	for ; i < len(e.list) && (base == 0 || e.list[i].Lo == base); i++ {
		x := &e.list[i]
		if x.Win != w {
			continue
		}
		if w.Flavor == op.Shared {
			e.shared--
		}
		x.Win = nil
		e.gone++
	}
	if base == 0 || 2*e.gone > len(e.list) {
		e.compact()
	}
}

// compact deletes list entries without a window.
func (e *exposed) compact() {
	e.list = slices.DeleteFunc(e.list, func(x Exposure) bool { return x.Win == nil })
	e.gone = 0
	e.reach = e.reach[:len(e.list)]
	clear(e.reach)
	e.reaches(0)
}

// reaches updates reach from index i on, until a value does not change.
func (e *exposed) reaches(i int) {
	for ; i < len(e.list); i++ {
		hi := e.list[i].Hi
		if i > 0 {
			hi = max(hi, e.reach[i-1])
		}
		if e.reach[i] == hi {
			return
		}
		e.reach[i] = hi
	}
}

// find returns window memory that overlaps [lo, hi), nil if there is none.
func (e *exposed) find(lo, hi int64) (found *Exposure) {
	last := len(e.list) - 1
	if last < 0 || hi <= e.list[0].Lo || e.reach[last] <= lo {
		return nil
	}
	i := sort.Search(len(e.list), func(i int) bool { return e.list[i].Lo >= hi })
	for i--; i >= 0 && e.reach[i] > lo; i-- {
		if x := &e.list[i]; x.Hi > lo && x.Win != nil {
			return x
		}
	}
	return nil
}

// from returns the index of the first entry that overlaps [lo, hi); -1 if there is none.
func (e *exposed) from(lo, hi int64) int {
	i := sort.Search(len(e.reach), func(i int) bool { return e.reach[i] > lo })
	for ; i < len(e.list) && e.list[i].Lo < hi; i++ {
		if x := &e.list[i]; x.Hi > lo && x.Win != nil {
			return i
		}
	}
	return -1
}
