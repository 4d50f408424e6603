package provoke

import (
	"slices"
	"strings"
)

// calm holds choices each of which made no difference by itself; a combination of them may.
type calm struct {
	wide   []Candidate // of all places at once
	single []Candidate // the first of each place, preferring a choice that waits
}

func (x *calm) add(c Candidate) {
	if c.Wide {
		x.wide = append(x.wide, c)
		return
	}
	i := slices.IndexFunc(x.single, func(d Candidate) bool { return d.place() == c.place() })
	switch {
	case i < 0:
		x.single = append(x.single, c)
	case x.single[i].ms == 0:
		x.single[i] = c
	}
}

// combine adds a run with all choices that apply to all places at once, and runs that force a choice at each place in
// addition: a value that is read before its receive is complete shows only if another request is completed first.
func (x *Search) combine() {
	if len(x.calm.wide) > 1 {
		x.push(Trial{Set: slices.Clone(x.calm.wide), together: true})
	}
	if len(x.calm.wide) == 0 {
		return
	}
	for _, c := range x.calm.single {
		x.push(Trial{Set: append(slices.Clone(x.calm.wide), c), together: true})
	}
}

// separate queues pairs of the choices of a run that made a difference: a pair may be enough.
func (x *Search) separate(t Trial) {
	if len(t.Set) == 2 {
		return
	}
	var trials []Trial
	for _, c := range t.Set[:len(t.Set)-1] {
		trials = append(trials, Trial{Set: []Candidate{c, *t.Last()}, together: true})
	}
	x.pushFirst(trials)
}

// Within reports whether the trial forces all choices of another trial, and more.
func (t *Trial) Within(o *Trial) bool {
	if len(o.Set) >= len(t.Set) {
		return false
	}
	mine := t.Choices()
	return !slices.ContainsFunc(o.Choices(), func(c Choice) bool { return !slices.Contains(mine, c) })
}

// Text joins the texts of the kinds of the trial's choices.
func (t *Trial) Text() KindText {
	var done []Kind
	all := KindText{Meant: true}
	for _, c := range t.Set {
		if slices.Contains(done, c.Kind) {
			continue
		}
		text := textOf(c.Kind)
		all.Cite = joined(all.Cite, "; ", text.Cite)
		all.Allows = joined(all.Allows, ", and ", text.Allows)
		all.Fix = joined(all.Fix, " ", text.Fix)
		all.Meant = all.Meant && text.Meant
		done = append(done, c.Kind)
	}
	return all
}

func joined(a, between, b string) string {
	switch {
	case a == "":
		return b
	case strings.Contains(a, b):
		return a
	}
	return a + between + b
}
