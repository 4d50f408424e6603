package match

import "github.com/gomarmot/gomarmot/tracker/fact"

// lockGraph says whether there may be circles at all: it has an edge from each lock that is held to each
// one that is asked for meanwhile, whoever does so and when. Mostly there are none, and then nothing
// need be searched.
type lockGraph struct {
	next    map[lockKey][]lockKey
	seen    map[lockKey]int // in which walk
	walks   int
	steps   int
	kinds   map[uint64]lockKinds // by window
	circles bool
}

// lockKinds are the kinds of locks of a window that are in the graph.
type lockKinds struct{ one, all bool }

// maxSteps bounds the work of finding out; beyond it there may be circles.
const maxSteps = 1 << 22

func newLockGraph() lockGraph {
	return lockGraph{next: map[lockKey][]lockKey{}, seen: map[lockKey]int{}, kinds: map[uint64]lockKinds{}}
}

// add adds what a request asks for, and what its rank holds.
func (g *lockGraph) add(r *request) {
	if g.circles {
		return
	}
	to := lockKey{r.on.ID, r.target}
	g.kind(to)
	for i := range r.holds {
		if h := &r.holds[i]; h.own {
			from := lockKey{h.Window, h.Target}
			g.kind(from)
			g.edge(from, to)
		}
	}
}

// kind notes a lock. Those of all ranks of a window meet those of single ones: that is not followed.
func (g *lockGraph) kind(k lockKey) {
	x := g.kinds[k.window]
	if k.target == fact.AllTargets {
		x.all = true
	} else {
		x.one = true
	}
	g.kinds[k.window] = x
	g.circles = g.circles || x.one && x.all
}

func (g *lockGraph) edge(from, to lockKey) {
	for _, k := range g.next[from] {
		if k == to {
			return
		}
	}
	g.next[from] = append(g.next[from], to)
	g.walks++
	g.circles = g.circles || g.reaches(to, from)
}

// reaches reports whether a path may lead from one lock to another.
func (g *lockGraph) reaches(from, to lockKey) bool {
	if from == to || g.steps > maxSteps {
		return true
	}
	g.seen[from] = g.walks
	for _, k := range g.next[from] {
		if g.steps++; g.seen[k] != g.walks && g.reaches(k, to) {
			return true
		}
	}
	return false
}
