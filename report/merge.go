package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/words"
)

// merger joins findings that are the same fault in the source: one rule, one
// severity, the same places. Rank, message and object may differ; the first
// one added represents all.
type merger struct {
	out     []Finding
	objects []map[string]bool // of each finding in out
	index   map[string]int    // of a key in out
}

func (m *merger) add(f Finding) {
	key := faultKey(&f)
	i, seen := m.index[key]
	if !seen {
		m.index[key] = len(m.out)
		m.out = append(m.out, f)
		m.objects = append(m.objects, map[string]bool{f.Object: true})
		return
	}
	m.objects[i][f.Object] = true
	first := &m.out[i]
	first.Count += f.Count
	first.absorb(&f)
}

// absorb adds what another finding of the same fault has, but its count; unique ends that.
func (f *Finding) absorb(o *Finding) {
	f.Ranks = append(f.Ranks, o.Ranks...)
	f.Sites = append(f.Sites, o.Sites...)
	f.Related = append(f.Related, o.Related...)
	f.marks = append(f.marks, o.marks...)
	f.Consequences = append(f.Consequences, o.Consequences...)
}

// unique leaves one of each of what the finding has absorbed.
func (f *Finding) unique() {
	f.Ranks = uniqueRanks(f.Ranks)
	f.Sites = uniqueBy(f.Sites, Site.once)
	f.Related = uniqueBy(f.Related, Related.once)
	f.Consequences = mergeFindings(f.Consequences)
}

// findings returns what was added, and ends the use of the merger.
func (m *merger) findings() []Finding {
	for i := range m.out {
		f := &m.out[i]
		f.unique()
		if n := len(m.objects[i]); n > 1 {
			f.Object += " " + words.More(n-1)
		}
	}
	return joinUpdates(m.out)
}

func mergeFindings(fs []Finding) []Finding {
	m := merger{index: map[string]int{}}
	for _, f := range fs {
		m.add(f)
	}
	return m.findings()
}

// once is the site without the number of one of its calls.
func (s Site) once() Site {
	s.Event = ""
	return s
}

func (r Related) once() Related {
	r.Site = r.Site.once()
	return r
}

// unique keeps the first of equal elements.
func unique[T comparable](s []T) []T { return uniqueBy(s, func(v T) T { return v }) }

// uniqueBy keeps the first of the elements with equal keys.
func uniqueBy[T any, K comparable](s []T, key func(T) K) []T {
	seen := map[K]bool{}
	return slices.DeleteFunc(s, func(v T) bool {
		k := key(v)
		old := seen[k]
		seen[k] = true
		return old
	})
}

// faultKey is equal for findings of the same fault. It consists of the places of
// the calls at fault, not of ranks, texts or the calls that conflict, since these
// differ from rank to rank - unless there is no known place.
func faultKey(f *Finding) string {
	key := append([]string{f.RuleID, f.Severity}, placeKeys(f.Sites)...)
	if !located(f) {
		key = append(key, f.Message)
	}
	return strings.Join(key, "\n")
}

// located reports whether the places of the finding identify it.
func located(f *Finding) bool {
	return len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s Site) bool {
		return s.File == "" && s.Module == ""
	})
}

// placeKeys are the placeKey of each place.
func placeKeys(sites []Site) []string {
	var places []string
	for _, s := range sites {
		places = append(places, "at "+placeKey(s))
	}
	slices.Sort(places)
	return slices.Compact(places)
}

// placeKey is equal for calls at one place. The offset of a call counts only
// if no line is known, since a compiler may duplicate a line.
func placeKey(s Site) string {
	if s.Known() {
		return fmt.Sprintf("%s %s:%d", s.Call, s.File, s.Line)
	}
	return fmt.Sprintf("%s %s+%d %s", s.Call, s.Module, s.Offset, s.Func)
}
