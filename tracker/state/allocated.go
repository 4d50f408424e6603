package state

import "github.com/gomarmot/gomarmot/tracker"

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

func (r *Rank) allocMem(c *Call) {
	m, base, size := &r.memory.allocated, c.made(), c.Arg("size")
	if base == 0 && size > 0 {
		m.unsure = true
		return
	}
	m.of[base] = allocation{max(size, m.of[base].size), m.of[base].times + 1}
	delete(m.freed, base)
}

func (r *Rank) freeMem(c *Call) {
	m, base := &r.memory.allocated, c.freed()
	a, known := m.of[base]
	if !known {
		return
	}
	if a.times--; a.times > 0 {
		m.of[base] = a
		return
	}
	delete(m.of, base)
	if len(m.freed) < maxFreedMemory {
		m.freed[base] = c.Site
	}
}

// InAllocMem reports whether [base, base+size) lies in memory of MPI_Alloc_mem.
func (r *Rank) InAllocMem(base, size int64) bool {
	if r.Gaps() || r.memory.allocated.unsure {
		return true // perhaps allocated by a call that is missing
	}
	for b, a := range r.memory.allocated.of {
		if base >= b && base+size <= b+a.size {
			return true
		}
	}
	return false
}

// NotAllocated reports whether it is certain that MPI_Alloc_mem has not returned
// the address, or that it is freed already: freed says where, if that is known.
func (r *Rank) NotAllocated(base int64) (freed tracker.Site, not bool) {
	_, known := r.memory.allocated.of[base]
	if known || r.Gaps() || r.memory.allocated.unsure {
		return tracker.Site{}, false
	}
	return r.memory.allocated.freed[base], true
}
