package source

import (
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Resolver finds places. It caches the files read and the places found, so a single Resolver serves all processes
// of a job. It may be used by several goroutines.
type Resolver struct {
	// debugDirs are the directories with separate debug files; nil stands for
	// /usr/lib/debug.
	debugDirs []string
	// MaxDebugBytes, if not 0, bounds the debug information read from one file: if
	// there is more, none is read.
	MaxDebugBytes int64
	// Others, if set, returns other paths where the file of a module may be: on a cluster, the program may be in
	// another directory on each node. Only a file with the module's build ID is used.
	Others func(m *Module) []string

	mu     sync.Mutex
	images map[imageKey]*image
	places map[placeKey][]Place
	notes  []string
	// declared has the results of HasDeclared.
	declared map[imageKey]bool
}

type imageKey struct{ path, buildID string }

type placeKey struct {
	imageKey
	fileAddr uint64
}

// Resolve returns the place of the call in module m that returns to pc. A nil
// module gives a place with only the address.
func (r *Resolver) Resolve(m *Module, pc uint64) Place { return r.inlined(m, pc)[0] }

// inlined returns the place of a call and, if the call is in an inlined function, the places into which the function
// was inlined, innermost first.
func (r *Resolver) inlined(m *Module, pc uint64) []Place {
	if m == nil {
		return []Place{{Offset: pc}}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	key := placeKey{imageKey{m.Path, m.BuildID}, m.fileAddr(pc)}
	if p, ok := r.places[key]; ok {
		return p
	}
	found := []Place{{Module: m.Name(), Offset: key.fileAddr}}
	r.guard(m, func() { found = r.image(m).locate(found[0]) })
	if r.places == nil {
		r.places = map[placeKey][]Place{}
	}
	r.places[key] = found
	return found
}

// Notes returns sentences on the obstacles to finding places: files that are missing or were rebuilt, debug
// information that is too large.
func (r *Resolver) Notes() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.notes)
}

func (r *Resolver) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !slices.Contains(r.notes, n) {
		r.notes = append(r.notes, n)
	}
}

// guard runs f. If damaged debug information makes f panic, guard notes it and the place stays unknown.
func (r *Resolver) guard(m *Module, f func()) {
	defer func() {
		if e := recover(); e != nil {
			r.note("%s: debug information is damaged: %v", m.Path, e)
		}
	}()
	f()
}

// image returns the file of a module, opened on first use.
func (r *Resolver) image(m *Module) *image {
	key := imageKey{m.Path, m.BuildID}
	if i := r.images[key]; i != nil {
		return i
	}
	if r.images == nil {
		r.images = map[imageKey]*image{}
	}
	i := &image{}
	r.images[key] = i
	if strings.HasPrefix(m.Path, "[") { // the vdso
		return i
	}
	r.guard(m, func() {
		if err := i.open(r, m.Path, m.BuildID); err != nil && !i.openOther(r, m) {
			r.note("%s: %v", m.Path, err)
		}
	})
	return i
}
