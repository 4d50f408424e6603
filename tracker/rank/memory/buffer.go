package memory

import (
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// BuffersOf calls f for the buffers of Of(c); it skips buffers with a count for each rank.
func (m *Memory) BuffersOf(c *call.Call, f func(datatype.Buffer)) {
	for i := range m.Of(c) {
		if u := &c.Used.List[i]; !u.Array && u.List == nil {
			f(u.Buffer)
		}
	}
}

// Conflict is the use of a buffer of an active split collective operation by another call.
type Conflict struct {
	Split *files.Split
	Use   datatype.Buffer
}

// Conflicts lists the active split collective operations whose buffers call c uses, too.
func (m *Memory) Conflicts(c *call.Call) []Conflict {
	var out []Conflict
	if len(m.Files.Splits) == 0 {
		return nil
	}
	m.BuffersOf(c, func(b datatype.Buffer) {
		for _, s := range m.Files.Splits {
			own := datatype.Buffer{Addr: s.IO.Buf, Count: s.IO.Count, Type: s.IO.Type}
			if b.Overlaps(&own) {
				out = append(out, Conflict{Split: s, Use: b})
			}
		}
	})
	return out
}

// Touch notes which active split collective operations have buffers that a call changes.
func (m *Memory) Touch(c *call.Call) {
	for _, x := range m.Conflicts(c) {
		if x.Use.Writes && x.Split.Touched.IsZero() {
			x.Split.Touched = c.Site
		}
	}
}
