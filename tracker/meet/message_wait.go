package meet

import (
	"slices"

	"github.com/gomarmot/gomarmot/tracker/op"
	"github.com/gomarmot/gomarmot/tracker/wait"
)

// foresee records which receive the i-th message of a channel waits for, if they are certain to match, and gives the
// message to the probes that wait for it.
func (m *messages) foresee(c *channel, i int) {
	if i >= c.sends.Len() {
		return
	}
	s := c.sends.At(i)
	if s.need != nil && i < c.receives.Len() && c.sure() {
		if p := *c.receives.At(i); p.blocker(&c.key) == nil && !p.unsure && p.began > 0 {
			m.takenBy(c, s, p, true)
		}
	}
	for n := len(c.probes) - 1; n >= 0; n-- {
		if x := &c.probes[n]; x.k == c.matched+int64(i) {
			m.strict.Meets(x.need, s.end.Site, s.at.N)
			c.probes = slices.Delete(c.probes, n, n+1)
		}
	}
}

// waits returns what the completion of a receive waits for; nil for a partitioned receive, or if it waits for
// nothing.
func (m *messages) waits(p *posted, x *op.Received) *wait.Need {
	if p.kind == partitioned {
		return nil
	}
	chose := p.from == op.AnySource
	return m.strict.Receiving(wait.Received{Begun: p.end.Site, Since: p.since.N, Chose: chose,
		AnyTag: p.tag == op.AnyTag,
		Rivals: chose && !p.on.recent.alone(p)}, x)
}

// takenBy records which receive a send waits for.
func (m *messages) takenBy(c *channel, s *sent, p *posted, sure bool) {
	if d := s.need; d != nil {
		d.Chose, d.Rival = m.mayHaveMet(c, s, p)
		m.strict.Accepted(&s.need, s.end.Mode, p.end.Site, p.began, sure && p.began > 0)
	}
}
