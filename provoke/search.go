package provoke

import "slices"

// Search decides which choices the next run forces. A single goroutine uses it.
type Search struct {
	queue  []Trial
	tried  map[string]bool
	ways   map[uint64]bool // ways of earlier runs, whose candidates are queued
	kinds  []Kind
	failed map[place]bool // places where a choice made a difference
	calm   calm           // choices that made no difference by themselves
	// Known counts the trials found so far, except skipped ones.
	Known int
	// Forced counts the trials that were run.
	Forced int
}

// Trial is a run to make, with the choices that it forces.
type Trial struct {
	Set      []Candidate // the last candidate is new in this trial
	together bool        // combines choices each of which made no difference by itself
}

// Choices are the choices of the run's plan.
func (t *Trial) Choices() []Choice {
	var out []Choice
	for _, c := range t.Set {
		out = append(out, c.Choice)
	}
	return out
}

// Last is the candidate that is new in the trial.
func (t *Trial) Last() *Candidate { return &t.Set[len(t.Set)-1] }

// NewSearch starts from the choices of the untouched run: first the choices that a finding is about, then a choice of
// each place, then the next choice of each place.
func NewSearch(s *Survey, kinds []Kind) *Search {
	x := &Search{tried: map[string]bool{}, ways: map[uint64]bool{s.way: true}, kinds: kinds, failed: map[place]bool{}}
	wide := map[Kind]bool{}
	for _, c := range s.Candidates {
		wide[c.Kind] = wide[c.Kind] || c.Wide
	}
	var first, next []Candidate
	for _, c := range s.Candidates {
		switch {
		case !x.wants(c):
		case wide[c.Kind] && !c.Wide: // tried later, if forcing all calls at once makes a difference
		case c.Suspect:
			first = append(first, c)
		default:
			next = append(next, c)
		}
	}
	for _, c := range append(first, inTurns(next)...) {
		x.push(Trial{Set: []Candidate{c}})
	}
	return x
}

// wants reports whether the candidate's kind is to be tried.
func (x *Search) wants(c Candidate) bool { return slices.Contains(x.kinds, c.Kind) }

// inTurns takes a candidate of each place, then the next candidate of each place.
func inTurns(all []Candidate) []Candidate {
	groups := map[place][]Candidate{}
	var order []place
	for _, c := range all {
		p := c.place()
		if groups[p] == nil {
			order = append(order, p)
		}
		groups[p] = append(groups[p], c)
	}
	slices.SortStableFunc(order, func(a, b place) int { return rankOf(a.kind) - rankOf(b.kind) })
	var out []Candidate
	for turn := 0; len(out) < len(all); turn++ {
		for _, p := range order {
			if turn < len(groups[p]) {
				out = append(out, groups[p][turn])
			}
		}
	}
	return out
}

// push adds a trial, unless the same was tried.
func (x *Search) push(t Trial) {
	if key := keyOf(t.Choices()); !x.tried[key] {
		x.tried[key] = true
		x.queue = append(x.queue, t)
		x.Known++
	}
}

func keyOf(set []Choice) string {
	key := ""
	for _, c := range set {
		key += c.line() + "\n"
	}
	return key
}

// Next returns the next trial; false if there is none.
func (x *Search) Next() (Trial, bool) {
	if len(x.queue) == 0 {
		x.combine()
	}
	for len(x.queue) > 0 {
		t := x.queue[0]
		x.queue = x.queue[1:]
		if t.together || !x.failed[t.Last().place()] {
			return t, true
		}
		x.Known-- // another choice at this place has made a difference
	}
	return Trial{}, false
}

// mostDeep bounds the `match` choices that one trial forces.
const mostDeep = 4

// Learn takes the outcome of a trial: whether the run was different, and the run's survey; nil if there is none.
func (x *Search) Learn(t Trial, different bool, s *Survey, untouched *Survey) {
	x.Forced++
	last := t.Last()
	if !different && len(t.Set) == 1 {
		x.calm.add(*last)
	}
	switch {
	case different && t.together:
		x.separate(t)
	case different && last.Wide:
		x.narrow(last.Kind, untouched)
	case different:
		x.failed[last.place()] = true
	case s == nil || x.ways[s.way]:
	case last.Kind == Match && len(t.Set) < mostDeep:
		x.ways[s.way] = true
		x.deepen(t, s)
	}
}

// narrow queues the single places of a kind first, after forcing all of its calls at once made a difference.
func (x *Search) narrow(k Kind, s *Survey) {
	var trials []Trial
	for _, c := range s.Candidates {
		if c.Kind == k && !c.Wide {
			trials = append(trials, Trial{Set: []Candidate{c}})
		}
	}
	x.pushFirst(trials)
}

func (x *Search) pushFirst(trials []Trial) {
	rest := x.queue
	x.queue = nil
	for _, t := range trials {
		x.push(t)
	}
	x.queue = append(x.queue, rest...)
}

// deepen queues a trial for each further `match` choice in the survey, forced in addition to the choices of t.
func (x *Search) deepen(t Trial, s *Survey) {
	for _, c := range s.Candidates {
		if c.Kind != Match || !x.wants(c) || slices.ContainsFunc(t.Set,
			func(d Candidate) bool { return sameCall(d, c) }) {
			continue
		}
		c.Site = t.Set[0].Site // of the untouched run
		x.push(Trial{Set: append(slices.Clone(t.Set), c)})
	}
}

func sameCall(a, b Candidate) bool {
	return a.Rank == b.Rank && a.place() == b.place() && a.count == b.count && a.index == b.index
}
