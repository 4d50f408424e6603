package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// graph says whether there may be circles at all: it has an edge from each lock that is held to each lock that is asked
// for meanwhile, whoever does so and when. Mostly there are no circles, and then nothing need be searched.
type graph struct {
	next    map[op.LockRef][]op.LockRef
	steps   int
	circles bool
}

func newGraph() graph { return graph{next: map[op.LockRef][]op.LockRef{}} }

// maxSteps bounds the work of finding out; beyond it there may be circles.
const maxSteps = 1 << 22

// add adds the locks that a way asks for and that its thread holds.
func (g *graph) add(w *way) {
	for _, h := range w.holds {
		if w.own(h) && !g.circles {
			g.edge(target(h.LockRef), target(w.first.LockRef))
		}
	}
}

// edge adds an edge. Locks of all targets of a window meet those of single targets: that is not followed.
func (g *graph) edge(from, to op.LockRef) {
	if !slices.Contains(g.next[from], to) {
		g.next[from] = append(g.next[from], to)
		all := from.Target == op.AllTargets || to.Target == op.AllTargets
		g.circles = all || g.reaches(to, from, map[op.LockRef]bool{})
	}
}

// reaches reports whether a path may lead from one lock to another.
func (g *graph) reaches(from, to op.LockRef, seen map[op.LockRef]bool) bool {
	if from == to || g.steps > maxSteps {
		return true
	}
	seen[from] = true
	for _, l := range g.next[from] {
		if g.steps++; !seen[l] && g.reaches(l, to, seen) {
			return true
		}
	}
	return false
}
