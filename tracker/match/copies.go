package match

import (
	"math"

	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/race"
)

// copies compares an access to a window of the separate memory model with those to its other bytes. There the rank has a
// copy of its own, and what it stores and what others change are brought together for the window as a whole: that is
// so for two windows over one memory, too.
func (m *races) copies(t *op.WinMade, b *race.Access) {
	if t.Model != op.Separate || !b.Memory.Writes {
		return
	}
	lo, hi := t.Base, t.Base+t.Size
	if t.Flavor == op.Dynamic {
		lo, hi = math.MinInt64/2, math.MaxInt64/2
	}
	m.meets = m.spaces[b.Target].Within(lo, hi, m.meets[:0])
	race.Sort(m.meets)
	for _, a := range m.meets {
		apart := a.Local != b.Local && a.Window.ID == b.Window.ID || !a.Local && !b.Local && a.Window.ID != b.Window.ID
		if apart && a.Memory.Writes && m.unordered(a, b, fact.Copies) {
			m.compareCopies(t, a, b)
		}
	}
}

// compareCopies takes two changes of the copies that nothing orders.
func (m *races) compareCopies(t *op.WinMade, a, b *race.Access) {
	pair := pairOf(a, b, fact.Copies)
	if m.told.Full(pair) {
		return
	}
	if _, _, common := a.Common(b, &m.overlaps); !common { // else it is a race of its own
		m.doubt(t, pair, a, b, b.Lo, b.Hi)
	}
}
