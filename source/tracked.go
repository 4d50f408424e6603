package source

import (
	"debug/dwarf"
	"debug/elf"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/foreign"
)

// Tracking has the source files of a program or library: Tracked if gomarmot cc compiled them, so that their loads
// and stores are recorded, and Others.
type Tracking struct {
	Module  string // its name
	Tracked []Tracked
	Others  []string // filled in by FindOthers; nil without debug information
}

// Tracking reads the notes of a module; nil if it belongs to the system, or cannot be read. exe is the path of the
// program.
func (r *Resolver) Tracking(m *Module, exe string) *Tracking {
	if ownerOf(m.Path, exe) == system {
		return nil
	}
	for _, path := range r.pathsOf(m) {
		if t := trackingOf(path, m.BuildID); t != nil {
			t.Module = m.Name()
			return t
		}
	}
	return nil
}

// pathsOf lists the paths where the file of a module may be.
func (r *Resolver) pathsOf(m *Module) []string {
	paths := []string{m.Path}
	if r.Others != nil {
		paths = append(paths, r.Others(m)...)
	}
	return paths
}

func trackingOf(path, id string) *Tracking {
	file, err := foreign.Open(path)
	if err != nil {
		return nil
	}
	defer file.Close() // only read
	f, err := elf.NewFile(file)
	if err != nil || id != "" && buildID(f) != id {
		return nil
	}
	return &Tracking{Tracked: TrackedObjects(f)}
}

// FindOthers fills in Others from the debug information of m.
func (r *Resolver) FindOthers(t *Tracking, m *Module) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var units []string
	r.guard(m, func() {
		if d := r.image(m).debug; d != nil {
			units = d.sources()
		}
	})
	t.Others = notTracked(units, t.Tracked)
}

// UntrackedSources returns the source files in the debug information of a program, library or object file for which
// it has no note.
func UntrackedSources(f *elf.File) (others []string) {
	defer func() {
		if recover() != nil { // damaged
			others = nil
		}
	}()
	data, err := f.DWARF()
	if err != nil {
		return nil
	}
	d := &debugInfo{data: data}
	r := data.Reader()
	for {
		e, err := r.Next()
		if err != nil || e == nil {
			return notTracked(d.sources(), TrackedObjects(f))
		}
		if e.Tag == dwarf.TagCompileUnit && hasCode(data, e) {
			d.units = append(d.units, unitRange{unit: e.Offset})
		}
		r.SkipChildren()
	}
}

// hasCode reports whether a unit has code. A part of ThreadSanitizer's library that gcc links has none.
func hasCode(data *dwarf.Data, unit *dwarf.Entry) bool {
	ranges, err := data.Ranges(unit)
	return err == nil && slices.ContainsFunc(ranges, func(r [2]uint64) bool { return r[0] < r[1] })
}

// assembler is the language of units that are not compiled.
const assembler = 0x8001

// sources returns the main source files of the compilation units with code.
func (d *debugInfo) sources() []string {
	var all []string
	seen := map[dwarf.Offset]bool{}
	for _, u := range d.units {
		e := d.entryAt(u.unit)
		if e == nil || seen[u.unit] {
			continue
		}
		seen[u.unit] = true
		name, _ := e.Val(dwarf.AttrName).(string)
		language, _ := e.Val(dwarf.AttrLanguage).(int64)
		if name != "" && language != assembler {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// notTracked returns the units without a note. Two units of the same name, in two folders, need two notes.
func notTracked(units []string, tracked []Tracked) []string {
	notes := map[string]int{}
	for _, t := range tracked {
		notes[t.Source]++
	}
	var others []string
	for _, u := range units {
		if notes[u]--; notes[u] < 0 && !strings.HasPrefix(u, "<") {
			others = append(others, u)
		}
	}
	return others
}
