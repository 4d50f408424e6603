package end

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank/requests"
)

// told holds the ranks that the facts so far are about.
type told struct {
	*Standings
	waits map[int32]bool // ranks of which a fact says why they wait
	clash map[int32]bool // ranks that make different collective calls
	hang  bool           // ranks wait forever
}

// see notes the ranks that a fact is about.
func (t *told) see(f fact.Fact) {
	switch f := f.(type) {
	case *fact.Missing:
		for i := range f.Arrived {
			if t.isIn(&f.Arrived[i]) {
				t.waits[f.Arrived[i].Rank] = true
			}
		}
	case *fact.Disagreement:
		t.clash[f.A.Rank], t.clash[f.B.Rank] = true, true
		for _, list := range [][]tracker.Site{f.Others, f.Against} {
			for i := range list {
				t.clash[list[i].Rank] = true
			}
		}
	case *fact.Unmatched:
		if !f.Blocked.IsZero() {
			t.waits[f.From] = true
		}
	case *fact.Hang:
		t.hang = true
	}
}

// isIn reports whether a rank is in a call, or waits for the end of an operation that the call began. A rank that
// has begun a nonblocking operation may be in a different call, and wait for something else.
func (t *told) isIn(site *tracker.Site) bool {
	c := t.of[site.Rank].call
	return c == nil || c.Site == *site || slices.ContainsFunc(c.Others,
		func(p requests.Pending) bool { return p.Made == *site })
}

// explain reports whether the facts say why some rank of a core waits. Each fact speaks of a single object: facts
// do not explain cycles across several objects, nor cycles of collective calls and calls of two other kinds.
func (t *told) explain(core []int32) bool {
	if slices.ContainsFunc(core, func(r int32) bool { return t.clash[r] }) {
		return true
	}
	objects, others := map[uint64]bool{}, map[calls.Blocks]bool{}
	for _, r := range core {
		switch c := t.of[r].call; {
		case c == nil:
		case c.On != nil && calls.Of(c.Site.Call).Ordered && c.Leader < 0:
			objects[c.On.ID] = true
		default:
			others[kindOfWait(c)] = true
		}
	}
	if len(others) == 0 {
		return len(objects) == 1
	}
	return len(objects)+len(others) <= 2 && slices.ContainsFunc(core, func(r int32) bool { return t.waits[r] })
}
