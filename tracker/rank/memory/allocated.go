package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
)

// allocations holds the memory that a rank has from MPI_Alloc_mem.
type allocations struct {
	of    map[int64]allocation   // by base address
	freed map[int64]tracker.Site // the last MPI_Free_mem of the address
	// gaveBack is the memory that the last MPI_Free_mem freed, if the heap will report its block, too.
	gaveBack span
	// unsure: MPI_Alloc_mem has returned an unknown address.
	unsure bool
}

type span struct{ lo, hi int64 }

type allocation struct {
	size  int64
	times int // times returned minus times freed: several allocations of no bytes may share an address
}

// maxFreedMemory bounds the addresses that are kept for messages.
const maxFreedMemory = 1 << 12

// freedBy returns the number of bytes that freeing an address gives back; 0 if none, or unknown.
func (l *allocations) freedBy(base int64) int64 {
	if a := l.of[base]; a.times == 1 {
		return a.size
	}
	return 0
}

// givesBack notes the memory that MPI_Free_mem frees. reported: the heap will report its block, too.
func (l *allocations) givesBack(base, size int64, reported bool) {
	l.gaveBack = span{}
	if reported {
		l.gaveBack = span{base, base + size}
	}
}

// repeats reports whether a block that the heap reports as freed is the memory noted by givesBack.
func (l *allocations) repeats(lo, hi int64) bool {
	g := l.gaveBack
	if g.lo >= g.hi || lo > g.lo || g.hi > hi {
		return false
	}
	l.gaveBack = span{}
	return true
}
