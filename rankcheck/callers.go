package rankcheck

import (
	"github.com/gomarmot/gomarmot/pmpi/event"
	"github.com/gomarmot/gomarmot/source"
)

// Callers returns the callers of the call with return address pc, for package source.
func Callers(s *event.Stacks, pc uint64) []source.Caller {
	if s == nil {
		return nil
	}
	var out []source.Caller
	for _, f := range s.Callers(pc) {
		out = append(out, source.Caller(f))
	}
	return out
}
