package memory

// splitUsed finds the split collective operation whose buffer an access changes, or loads while it is filled.
func (m *Memory) splitUsed(x *Program) {
	s := m.splitIn(x)
	if s == nil || s.IO.Write && !x.Writes {
		return
	}
	x.Split = s
	if x.Writes && s.Touched.IsZero() {
		s.Touched = x.Site
	}
}
