package gpu

import (
	"cmp"
	"slices"
)

// block is an allocation of a GPU's memory. Programs divide large allocations into parts, whose addresses show when
// they are passed to kernels.
type block struct {
	lo, hi  int64
	starts  []int64 // addresses passed to kernels, ascending
	touched []touch // latest last
}

// touch is a use of memory in a block that may have changed it.
type touch struct {
	lo, hi int64
	work   *Work // nil: an MPI call
}

// blocks holds the used allocations, by address.
type blocks struct {
	list []*block
	// given is memory in no block that MPI calls have used, latest last. A block exists once work has used it.
	given []touch
}

// Bounds of the lists in blocks and block.
const (
	mostBlocks  = 1 << 12
	mostStarts  = 256
	mostTouched = 64
	mostGiven   = 1 << 10
	// aligned is the alignment, in bytes, of the parts of an allocation.
	aligned = 512
)

// at returns the block that contains an address; nil: no block does.
func (b *blocks) at(addr int64) *block {
	i, found := slices.BinarySearchFunc(b.list, addr, func(x *block, at int64) int {
		switch {
		case x.hi <= at:
			return -1
		case x.lo > at:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	return b.list[i]
}

// of returns the block of a use, creating it if needed.
func (b *blocks) of(u *Use) *block {
	if x := b.at(u.Lo); x != nil && x.lo == u.allocLo && x.hi == u.allocHi {
		return x
	}
	b.list = slices.DeleteFunc(b.list, func(x *block) bool { return x.lo < u.allocHi && u.allocLo < x.hi })
	if len(b.list) == mostBlocks {
		b.list = slices.Delete(b.list, 0, 1)
	}
	x := &block{lo: u.allocLo, hi: u.allocHi}
	b.given = slices.DeleteFunc(b.given, func(t touch) bool {
		inside := x.lo <= t.lo && t.hi <= x.hi
		if inside {
			x.touch(t)
		}
		return inside
	})
	i, _ := slices.BinarySearchFunc(b.list, x.lo, func(y *block, lo int64) int { return cmp.Compare(y.lo, lo) })
	b.list = slices.Insert(b.list, i, x)
	return x
}

// forget removes an allocation that is freed.
func (b *blocks) forget(lo int64) {
	b.list = slices.DeleteFunc(b.list, func(x *block) bool { return x.lo == lo })
}

// note adds a use by work.
func (b *blocks) note(u *Use) {
	if u.allocHi <= u.allocLo || u.Pageable {
		return
	}
	x := b.of(u)
	if u.May {
		if i, found := slices.BinarySearch(x.starts, u.Lo); !found && len(x.starts) < mostStarts {
			x.starts = slices.Insert(x.starts, i, u.Lo)
		}
	}
	if u.Work.MayWrite(u) {
		x.touch(touch{lo: u.Lo, hi: u.Hi, work: u.Work})
	}
}

func (x *block) touch(t touch) {
	if len(x.touched) == mostTouched {
		x.touched = slices.Delete(x.touched, 0, mostTouched/2)
	}
	x.touched = append(x.touched, t)
}

// end returns the end of the part that begins at start, an address passed to a kernel.
func (x *block) end(start int64) int64 {
	i, found := slices.BinarySearch(x.starts, start)
	if found {
		i++
	}
	if i < len(x.starts) {
		return x.starts[i]
	}
	return x.hi
}
