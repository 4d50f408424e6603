package memory

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/record"
)

func (m *Memory) AllocMem(c *record.Call) {
	l, base, size := &m.allocated, c.Made(), c.Arg("size")
	if base == 0 && size > 0 {
		l.unsure = true
		return
	}
	l.of[base] = allocation{max(size, l.of[base].size), l.of[base].times + 1}
	delete(l.freed, base)
}

func (m *Memory) FreeMem(c *record.Call) {
	l, base := &m.allocated, c.Freed()
	a, known := l.of[base]
	if !known {
		return
	}
	if a.times--; a.times > 0 {
		l.of[base] = a
		return
	}
	delete(l.of, base)
	if len(l.freed) < maxFreedMemory {
		l.freed[base] = c.Site
	}
}

// InAllocMem reports whether [base, base+size) lies in memory of MPI_Alloc_mem.
func (m *Memory) InAllocMem(base, size int64) bool {
	if m.reading.Gaps() || m.allocated.unsure {
		return true // possibly allocated by a missing call
	}
	for b, a := range m.allocated.of {
		if base >= b && base+size <= b+a.size {
			return true
		}
	}
	return false
}

// NotAllocated reports whether MPI_Alloc_mem has certainly not returned the address, or it is freed; freed is the call
// that freed it, zero if unknown.
func (m *Memory) NotAllocated(base int64) (freed tracker.Site, not bool) {
	_, known := m.allocated.of[base]
	if known || m.reading.Gaps() || m.allocated.unsure {
		return tracker.Site{}, false
	}
	return m.allocated.freed[base], true
}
