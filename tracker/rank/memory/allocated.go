package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
)

// allocations are what a rank has from MPI_Alloc_mem.
type allocations struct {
	of    map[int64]allocation   // by base address
	freed map[int64]tracker.Site // where it was freed last
	// gaveBack is what the last call of MPI_Free_mem has given back: the heap reports its block as well, later.
	gaveBack span
	// unsure: an address that was returned is unknown.
	unsure bool
}

type span struct{ lo, hi int64 }

type allocation struct {
	size  int64
	times int // that the address was returned and not freed: allocations of no bytes may have one address
}

// maxFreedMemory bounds the addresses that are kept for messages.
const maxFreedMemory = 1 << 12

// freedBy returns how many bytes a call gives back that frees an address; 0 if that is nothing, or unknown.
func (l *allocations) freedBy(base int64) int64 {
	if a := l.of[base]; a.times == 1 {
		return a.size
	}
	return 0
}

// givesBack notes what MPI_Free_mem gives back. reported: the heap reports its block as well, later.
func (l *allocations) givesBack(base, size int64, reported bool) {
	l.gaveBack = span{}
	if reported {
		l.gaveBack = span{base, base + size}
	}
}

// repeats takes a block that the heap reports, and returns whether it is what givesBack has noted.
func (l *allocations) repeats(lo, hi int64) bool {
	g := l.gaveBack
	if g.lo >= g.hi || lo > g.lo || g.hi > hi {
		return false
	}
	l.gaveBack = span{}
	return true
}
