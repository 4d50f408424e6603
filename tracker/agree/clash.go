package agree

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/stamp"
)

// differ reports the ranks that made other calls than most ranks.
func (m *Judge) differ(c *stamp.Clash) {
	most := mostFrequent(c.Made)
	f := &fact.Disagreement{Object: c.Object, AtA: c.Object, AtB: c.Object, Made: c.Created}
	for _, a := range c.Made {
		switch {
		case a.IsZero():
		case calls.Of(a.Call).As != most:
			f.B, f.Against = add(f.B, f.Against, a)
		default:
			f.A, f.Others = add(f.A, f.Others, a)
		}
	}
	f.Instead = c.Instead(f.B.Rank, f.A)
	m.emit(f)
}

// mostFrequent returns the kind of call that most ranks made, of several the kind that comes first.
func mostFrequent(made []tracker.Site) calls.Kind {
	count := map[calls.Kind]int{}
	for _, a := range made {
		if !a.IsZero() {
			count[calls.Of(a.Call).As]++
		}
	}
	most := calls.Kind(0)
	for _, a := range made {
		if k := calls.Of(a.Call).As; !a.IsZero() && count[k] > count[most] {
			most = k
		}
	}
	return most
}

func add(first tracker.Site, rest []tracker.Site, s tracker.Site) (tracker.Site, []tracker.Site) {
	if first.IsZero() {
		return s, rest
	}
	return first, append(rest, s)
}
