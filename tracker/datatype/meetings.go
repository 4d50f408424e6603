package datatype

// Meetings is Buffer.Overlaps, which remembers the answer where it is costly: programs ask
// for the same again and again.
type Meetings struct{ of map[meeting]bool }

// meeting is a question whether two buffers have bytes in common.
type meeting struct {
	a, b           *Type
	aCount, bCount int64
	distance       int64
}

const mostMeetings = 1 << 12

// Meet reports whether two buffers have bytes in common.
func (m *Meetings) Meet(a, b *Buffer) bool {
	if yes, known := a.regularMeets(b); known {
		return yes
	}
	if !a.near(b) {
		return false
	}
	key := meeting{a.Type, b.Type, a.Count, b.Count, b.Addr - a.Addr}
	yes, known := m.of[key]
	if known {
		return yes
	}
	if len(m.of) >= mostMeetings {
		clear(m.of)
	}
	if m.of == nil {
		m.of = map[meeting]bool{}
	}
	yes = a.Overlaps(b)
	m.of[key] = yes
	return yes
}
