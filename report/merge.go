package report

import (
	"cmp"
	"slices"

	"github.com/gomarmot/gomarmot/rules"
	"github.com/gomarmot/gomarmot/source"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/words"
)

// fault is the identity of a finding: findings with equal faults are the same fault of the
// source. It consists of the rule and the places of the calls at fault, not of ranks,
// texts or the calls that conflict, since these differ from rank to rank.
type fault struct {
	rule     string
	severity rules.Severity
	at       list
	message  string // the message, if the places do not identify the finding; otherwise ""
	on, with list   // of an update: its objects, and the calls that conflict
}

// callKey identifies the place of a call: by its line or, if the line is unknown, by its address, of which a line may
// have several, since compilers duplicate code.
type callKey struct {
	call string
	source.Place
}

func (s Site) callKey() callKey {
	if s.Known() {
		return callKey{s.Call, source.Place{File: s.File, Line: s.Line}}
	}
	return callKey{s.Call, source.Place{Module: s.Module, Offset: s.Offset, Func: s.Func}}
}

func compareCalls(a, b callKey) int {
	return cmp.Or(cmp.Compare(a.call, b.call), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.Module, b.Module), cmp.Compare(a.Offset, b.Offset), cmp.Compare(a.Func, b.Func))
}

// list numbers a list of values: equal numbers of a numbering mean equal lists. The empty list is 0.
type list int

// numbering numbers lists by their last value and the list of the values before it.
type numbering[T comparable] map[prefix[T]]list

type prefix[T comparable] struct {
	before list
	last   T
}

func (n numbering[T]) list(values []T) list {
	var l list
	for _, v := range values {
		k := prefix[T]{l, v}
		next, known := n[k]
		if !known {
			next = list(len(n) + 1)
			n[k] = next
		}
		l = next
	}
	return l
}

// merger joins findings of the same fault.
type merger struct {
	calls   numbering[callKey]
	objects numbering[tracker.Object]
}

// mergeFindings joins findings of the same fault, and the load with the store of an
// update. Rank, message and object may differ; the first finding represents all.
func mergeFindings(fs []Finding) []Finding {
	m := &merger{calls: numbering[callKey]{}, objects: numbering[tracker.Object]{}}
	fs = join(fs, m.fault, func(first, f *Finding) {
		first.Count += f.Count
		first.absorb(f)
	})
	for i := range fs {
		fs[i].unique()
	}
	return join(fs, m.update, joinUpdate)
}

// join joins each finding to the first finding with the same key; findings without a key stay alone.
func join(fs []Finding, key func(*Finding) (fault, bool), add func(first, f *Finding)) []Finding {
	at := map[fault]int{} // in out
	var out []Finding     // of the findings of thousands of ranks, few remain
	for i := range fs {
		k, ok := key(&fs[i])
		first, seen := at[k]
		switch {
		case ok && seen:
			add(&out[first], &fs[i])
			continue
		case ok:
			at[k] = len(out)
		}
		out = append(out, fs[i])
	}
	return out
}

func (m *merger) fault(f *Finding) (fault, bool) {
	k := fault{rule: f.RuleID, severity: f.Severity, at: m.places(f.Sites)}
	if !located(f) {
		k.message = f.Message
	}
	return k, true
}

// places numbers the set of the sites' places.
func (m *merger) places(sites []Site) list {
	keys := make([]callKey, len(sites))
	for i, s := range sites {
		keys[i] = s.callKey()
	}
	slices.SortFunc(keys, compareCalls)
	return m.calls.list(slices.Compact(keys))
}

// set numbers the set of the objects.
func (m *merger) set(objects []tracker.Object) list {
	keys := make([]tracker.Object, len(objects))
	for i, o := range objects {
		keys[i] = rules.ObjectKey(o)
	}
	slices.SortFunc(keys, func(a, b tracker.Object) int {
		return cmp.Or(cmp.Compare(a.Class, b.Class), cmp.Compare(a.ID, b.ID), cmp.Compare(a.Label, b.Label))
	})
	return m.objects.list(slices.Compact(keys))
}

// located reports whether the finding is identified by its places.
func located(f *Finding) bool {
	return len(f.Sites) > 0 && !slices.ContainsFunc(f.Sites, func(s Site) bool {
		return s.File == "" && s.Module == ""
	})
}

// absorb adds ranks, calls, objects, marks and consequences of another finding of the same fault, but not its count.
// unique must be called after the last absorb.
func (f *Finding) absorb(o *Finding) {
	f.Ranks = append(f.Ranks, o.Ranks...)
	f.Sites = append(f.Sites, o.Sites...)
	f.Related = append(f.Related, o.Related...)
	f.objects = append(f.objects, o.objects...)
	f.marks = append(f.marks, o.marks...)
	f.Consequences = append(f.Consequences, o.Consequences...)
}

// unique removes duplicates from the lists of the finding.
func (f *Finding) unique() {
	f.Ranks = uniqueRanks(f.Ranks)
	f.Sites = uniqueBy(f.Sites, Site.once)
	f.Related = uniqueBy(f.Related, Related.once)
	f.Related = slices.DeleteFunc(f.Related, f.restates)
	f.objects = uniqueBy(f.objects, rules.ObjectKey)
	if n := len(f.objects); n > 1 {
		f.Object = f.objects[0].Label + " " + words.More(n-1)
	}
	f.Consequences = mergeFindings(f.Consequences)
}

// restates reports whether a related load or store is of a line and rank that a call at fault names already: compilers
// make several loads and stores of a line.
func (f *Finding) restates(r Related) bool {
	return r.alike && slices.ContainsFunc(f.Sites, func(s Site) bool {
		return s.Rank == r.Rank && s.Known() && s.callKey() == r.callKey()
	})
}

// once returns the site without the number of its call.
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
	if len(s) < 2 {
		return s
	}
	seen := make(map[K]bool, len(s))
	return slices.DeleteFunc(s, func(v T) bool {
		k := key(v)
		old := seen[k]
		seen[k] = true
		return old
	})
}
