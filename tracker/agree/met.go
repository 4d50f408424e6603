package agree

import "github.com/gomarmot/gomarmot/tracker/stamp"

// Met takes calls that meet, or should.
func (m *Judge) Met(s stamp.Stamp) {
	switch s := s.(type) {
	case *stamp.Collective:
		if s.Partial {
			m.incomplete(row{s})
		} else {
			m.complete(row{s})
		}
	case *stamp.Clash:
		m.differ(s)
	case *stamp.Gathering:
		m.otherGroups(*s)
	}
}
