package windows

import (
	"slices"
	"sort"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// exposed is the memory of the rank's windows.
type exposed struct {
	list  []Exposure // by lo
	reach []int64    // the highest hi up to there, or more
	made  int64      // touches so far
	// hidden is when a window lost memory last.
	hidden uint64
	shared int // of the list, those of windows whose memory processes share
	gone   int // of the list, those without a window: a window has lost their memory
}

// Exposure is memory [lo, hi) of a window: that of a rank of its group, in the addresses of this process.
type Exposure struct {
	Lo, Hi int64
	Win    *Win
	Rank   int32
}

// Own reports whether it is this rank's own.
func (e *Exposure) Own() bool { return int(e.Rank) == e.Win.MyRank }

// Disp is an address as others take it: in the memory of another rank the distance from its base.
func (e *Exposure) Disp(addr int64) int64 {
	if e.Own() {
		return addr
	}
	return addr - e.Lo
}

// expose adds memory of a window.
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

// hide takes memory of a window away: what begins at base, or all where that is 0.
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

// compact takes memory that windows have lost out of the list.
func (e *exposed) compact() {
	e.list = slices.DeleteFunc(e.list, func(x Exposure) bool { return x.Win == nil })
	e.gone = 0
	e.reach = e.reach[:len(e.list)]
	clear(e.reach)
	e.reaches(0)
}

// reaches brings reach up to date from i on, until it is as it was.
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

// find returns memory of a window that has bytes of [lo, hi), nil if there is none.
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

// from returns the first memory in the list that has bytes of [lo, hi); -1 if there is none.
func (e *exposed) from(lo, hi int64) int {
	i := sort.Search(len(e.reach), func(i int) bool { return e.reach[i] > lo })
	for ; i < len(e.list) && e.list[i].Lo < hi; i++ {
		if x := &e.list[i]; x.Hi > lo && x.Win != nil {
			return i
		}
	}
	return -1
}
