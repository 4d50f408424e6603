package lock

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// tangle finds the ways that may be in a circle: a way that asks for a lock which no other way holds is in no circle,
// nor is a way that asks only for locks of such ways. Mostly ranks take locks in the same order, and no way is left.
type tangle struct {
	holders map[op.LockRef]int    // how many ways hold a lock of a target, and under anyTarget of a window
	askers  map[op.LockRef][]*way // the ways that ask for it
	out     map[*way]bool         // the ways that are in no circle
	check   []*way                // the ways to be checked
}

// tangled returns the ways that may be in a circle.
func tangled(ways []*way) []*way {
	t := tangle{holders: map[op.LockRef]int{}, askers: map[op.LockRef][]*way{}, out: map[*way]bool{},
		check: slices.Clone(ways)}
	for _, w := range ways {
		for _, g := range w.holds {
			if w.own(g) {
				t.holders[target(g.LockRef)]++
				t.holders[windowOf(g.LockRef)]++
			}
		}
		asks := w.first.LockRef
		t.askers[target(asks)] = append(t.askers[target(asks)], w)
		t.askers[windowOf(asks)] = append(t.askers[windowOf(asks)], w)
	}
	for len(t.check) > 0 {
		w := t.check[len(t.check)-1]
		t.check = t.check[:len(t.check)-1]
		if !t.out[w] && !t.held(w.first.LockRef) {
			t.drop(w)
		}
	}
	return slices.DeleteFunc(slices.Clone(ways), func(w *way) bool { return t.out[w] })
}

// held reports whether any way holds a lock that may keep l away.
func (t *tangle) held(l op.LockRef) bool {
	if l.Target == op.AllTargets {
		return t.holders[windowOf(l)] > 0
	}
	return t.holders[target(l)] > 0 || t.holders[op.LockRef{Window: l.Window, Target: op.AllTargets}] > 0
}

// drop takes a way out; ways that ask for a lock which no other way holds any longer are looked at again.
func (t *tangle) drop(w *way) {
	t.out[w] = true
	for _, g := range w.holds {
		if !w.own(g) {
			continue
		}
		for _, at := range [...]op.LockRef{target(g.LockRef), windowOf(g.LockRef)} {
			if t.holders[at]--; t.holders[at] > 0 {
				continue
			}
			switch at.Target {
			case anyTarget: // each lock of a window is held by a way that holds any of its locks
				at.Target = op.AllTargets
			case op.AllTargets:
				at.Target = anyTarget
			}
			t.check = append(t.check, t.askers[at]...)
		}
	}
}

// target returns a lock without its kind, which the search ignores.
func target(l op.LockRef) op.LockRef { return op.LockRef{Window: l.Window, Target: l.Target} }

// windowOf names the window of a lock.
func windowOf(l op.LockRef) op.LockRef { return op.LockRef{Window: l.Window, Target: anyTarget} }
