package source

import (
	"slices"
	"sort"
	"strings"
)

// Module is an executable mapping of a file into a process.
type Module struct {
	Start   uint64 `json:"start"`              // first address
	End     uint64 `json:"end"`                // last address + 1
	Offset  uint64 `json:"offset"`             // of Start in the file
	Path    string `json:"path"`               // as the kernel names it
	BuildID string `json:"build_id,omitempty"` // hexadecimal; empty if the file has none
}

// deletedMark is the suffix that the kernel appends to the path of a file that was removed or replaced while it was
// mapped.
const deletedMark = " (deleted)"

// Name returns the last part of the module's path; for a Python extension,
// the name that scripts import: "mpi4py.MPI".
func (m *Module) Name() string {
	path := strings.TrimSuffix(m.Path, deletedMark)
	name := baseName(path)
	if stem, _, ok := strings.Cut(name, ".cpython-"); ok {
		return baseName(strings.TrimSuffix(path, "/"+name)) + "." + stem
	}
	return name
}

func baseName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// Map holds the modules of a process by address. It does not change once
// built and may be used by several goroutines.
type Map struct{ modules []Module } // in order of their addresses

// NewMap returns the map of the given modules. If modules overlap, because a library was unloaded and another
// mapped at its address, the later module counts.
func NewMap(modules []Module) *Map {
	m := &Map{}
	for _, n := range modules {
		if n.End <= n.Start {
			continue
		}
		m.modules = slices.DeleteFunc(m.modules, func(o Module) bool {
			return o.Start < n.End && n.Start < o.End
		})
		m.modules = append(m.modules, n)
	}
	slices.SortFunc(m.modules, func(a, b Module) int {
		if a.Start < b.Start {
			return -1
		}
		return 1
	})
	return m
}

// Find returns the module with the call that returns to pc, and the call's position in the module's file; nil if
// there is none.
func (m *Map) Find(pc uint64) (mod *Module, fileAddr uint64) {
	call := pc - 1
	i := sort.Search(len(m.modules), func(i int) bool { return m.modules[i].Start > call }) - 1
	if pc == 0 || i < 0 || call >= m.modules[i].End {
		return nil, 0
	}
	return &m.modules[i], m.modules[i].fileAddr(pc)
}

// fileAddr returns the position in the file of the call that returns to pc.
func (m *Module) fileAddr(pc uint64) uint64 { return pc - 1 - m.Start + m.Offset }
