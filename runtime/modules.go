package main

import (
	"os"

	"github.com/gomarmot/gomarmot/runtime/segment"
	"github.com/gomarmot/gomarmot/source"
)

// maxUnknown bounds how many addresses outside all modules are remembered. Each of them makes the drain read the
// memory map once; after maxUnknown, no address does.
const maxUnknown = 64

// modules is the map of executable memory, as recorded in the segment.
type modules struct {
	list    []segment.Module
	hit     segment.Module // that contained the last address looked up
	unknown map[uint64]bool
}

// has reports whether the segment knows the module of pc, or knows that there is
// none.
func (m *modules) has(pc uint64) bool {
	if m.hit.Start <= pc && pc < m.hit.End {
		return true
	}
	for i := range m.list {
		if m.list[i].Start <= pc && pc < m.list[i].End {
			m.hit = m.list[i]
			return true
		}
	}
	return m.unknown[pc] || len(m.unknown) >= maxUnknown
}

// markUnknown, called after a scan, remembers pc as unknown if no module contains it.
func (m *modules) markUnknown(pc uint64) {
	if m.has(pc) {
		return
	}
	if m.unknown == nil {
		m.unknown = map[uint64]bool{}
	}
	m.unknown[pc] = true
}

// scan reads the memory map and writes the modules that are new.
func (m *modules) scan(s *sink) {
	f, err := os.Open("/proc/self/maps")
	if err != nil {
		return // sites remain bare addresses
	}
	defer f.Close() // only read
	var fresh []segment.Module
	for _, read := range source.ReadMaps(f) {
		mod := segment.Module(read)
		if !m.knows(mod) {
			fresh = append(fresh, mod)
		}
	}
	if len(fresh) > 0 {
		m.list = append(m.list, fresh...)
		s.meta(segment.MetaModules, fresh)
	}
}

func (m *modules) knows(mod segment.Module) bool {
	for _, have := range m.list {
		if have.Start == mod.Start && have.End == mod.End && have.Path == mod.Path {
			return true
		}
	}
	return false
}
