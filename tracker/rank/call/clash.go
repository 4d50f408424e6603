package call

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

func MayComplete(s *calls.Sem) bool {
	reach, _ := s.Epoch.Settles()
	return s.Completes != calls.CompletesNone || reach != calls.NotSettled
}

// Each calls f for the blocks of the memory until f returns false.
func (m *Memory) Each(f func(datatype.Buffer) bool) {
	if m.List == nil {
		f(m.Buffer)
		return
	}
	if p := m.List.Part; p != nil {
		p.Memory(func(_ int, addr, n int64, d *datatype.Type) bool {
			return f(datatype.Buffer{Addr: addr, Count: n, Type: d})
		})
	}
	for _, b := range m.List.Kept {
		if !f(b) {
			return
		}
	}
}

// Shared returns how many bytes both have; -1: they have too many pieces.
func (m *Memory) Shared(o *Memory) int64 {
	_, n := m.CommonBytes(&o.Buffer)
	return n
}
