package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// opened is the condition of every rule that depends on the file's history: the
// file is open, and its history is known.
func opened(f *tracker.File) bool { return f != nil && f.Alive() && !f.Foreign }

// ioCalls lists the data access calls on files for which keep is true.
func ioCalls(keep func(tracker.IO) bool) []calls.Kind {
	var out []calls.Kind
	for i := range calls.Table {
		if k := calls.Table[i].Kind; tracker.IsIO(k) && keep(tracker.IOOf(k)) {
			out = append(out, k)
		}
	}
	return out
}

var (
	splitBegins = ioCalls(func(x tracker.IO) bool { return x.Split == tracker.SplitBegin })
	splitEnds   = ioCalls(func(x tracker.IO) bool { return x.Split == tracker.SplitEnd })
)

// isSplit reports whether a call is half of a split collective.
func isSplit(k calls.Kind) bool { return tracker.IOOf(k).Split != tracker.NoSplit }

// ended returns the operation that this end call ends, if it was begun by the
// matching begin call and that call succeeded; otherwise nil.
func ended(p *Pass) *tracker.Split {
	if !opened(p.File) {
		return nil
	}
	s := p.File.Ends(p.Call.Kind)
	if s == nil || s.Failed || s.Begin.Call != tracker.Begins(p.Call.Kind) {
		return nil
	}
	return s
}

// begun is the related call for findings about an active operation.
func begun(s *tracker.Split) []Related {
	return []Related{At(s.Begin, "the split collective was begun here")}
}

// endOf names the end call that matches a begin call.
func endOf(begin calls.Kind) string {
	return strings.TrimSuffix(begin.String(), "_begin") + "_end"
}

// amount words the size of an operation.
func amount(s *tracker.Split) string {
	n := s.IO.Bytes()
	if n < 0 {
		return "size unknown"
	}
	return fmt.Sprintf("%d bytes", n)
}
