package check

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/words"
)

// Accesses returns the number of objects whose loads and stores are recorded, and the way in which they were compiled:
// "2 objects by plugin"; "" if there are none.
func (j *Job) Accesses() string {
	var all []source.Tracked
	for _, t := range j.tracking() {
		all = append(all, t.Tracked...)
	}
	return TrackedBy(all)
}

// TrackedBy counts objects by how they were compiled.
func TrackedBy(all []source.Tracked) string {
	how := map[string]int{}
	for _, o := range all {
		how[o.How]++
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(how)) {
		out = append(out, fmt.Sprintf("%s by %s", words.Count(int64(how[name]), "object"), name))
	}
	return strings.Join(out, ", ")
}

// Untracked returns sentences about parts of the program whose loads and stores are not recorded, while those of other
// parts are: that the rules are silent about these parts proves nothing.
func (j *Job) Untracked() []string {
	var out, libraries []string
	for _, t := range j.tracking() {
		switch {
		case len(t.Tracked) == 0:
			libraries = append(libraries, t.Module)
		case len(t.Others) > 0:
			out = append(out, notRecorded(t.Module+": loads and stores of", t.Others, ""))
		}
	}
	if len(libraries) > 0 {
		slices.Sort(libraries)
		out = append(out, notRecorded("loads and stores of", slices.Compact(libraries), " any object of"))
	}
	return out
}

func notRecorded(what string, files []string, any string) string {
	it := "them"
	if len(files) == 1 {
		it = "it"
	}
	more := ""
	if n := len(files) - mostListed; n > 0 {
		files, more = files[:mostListed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("%s %s%s are not recorded, since gomarmot cc has not compiled%s %s", what,
		strings.Join(files, ", "), more, any, it)
}

// mostListed bounds the files that a sentence names.
const mostListed = 5

// tracking returns the notes of gomarmot cc in the program and its libraries; empty if gomarmot cc compiled no
// part of them. The files are searched once.
func (j *Job) tracking() []*source.Tracking {
	if j.tracked != nil {
		return *j.tracked
	}
	all := []*source.Tracking{}
	j.tracked = &all
	seen := map[[2]string]bool{}
	var modules []*source.Module
	any := false
	for _, r := range j.Log.Ranks() {
		if r.Header == nil {
			continue
		}
		for i := range r.Modules {
			m := (*source.Module)(&r.Modules[i])
			if key := [2]string{m.Path, m.BuildID}; seen[key] || strings.HasPrefix(m.Name(), "libgomarmot") {
				continue
			} else {
				seen[key] = true
			}
			if t := j.resolver.Tracking(m, r.Header.Exe); t != nil {
				all, modules = append(all, t), append(modules, m)
				any = any || len(t.Tracked) > 0
			}
		}
	}
	if !any {
		all = nil
	}
	for i, t := range all {
		if len(t.Tracked) > 0 {
			j.resolver.FindOthers(t, modules[i])
		}
	}
	return all
}
