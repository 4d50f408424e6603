package call

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// UsesBuffer reports whether Buffers knows memory that calls of kind k use.
func UsesBuffer(k calls.Kind) bool {
	s := calls.Of(k)
	if s.IO.Half == calls.SplitEnd {
		return false
	}
	return slices.ContainsFunc(s.Buffers, func(b calls.Buffer) bool { return b.Type >= 0 && (b.Count >= 0 || s.RMA != calls.NoRMA) })
}
