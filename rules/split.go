package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/files"
)

// opened is the condition of every rule that depends on the file's history: the
// file is open, and its history is known.
func opened(f *files.File) bool { return f != nil && f.Alive() && f.Known() }

// ioCalls lists the data access calls on files for which keep is true.
func ioCalls(keep func(calls.IO) bool) []calls.Kind {
	return kindsWhere(func(s *calls.Sem) bool { return s.IO.Data && keep(s.IO) })
}

var (
	splitBegins = ioCalls(func(x calls.IO) bool { return x.Half == calls.SplitBegin })
	splitEnds   = ioCalls(func(x calls.IO) bool { return x.Half == calls.SplitEnd })
)

// isSplit reports whether a call is half of a split collective.
func isSplit(k calls.Kind) bool { return calls.Of(k).IO.Half != calls.NoSplit }

// ended returns the operation that this end call ends, if the matching begin call began it and succeeded; otherwise
// nil.
func ended(p *Pass) *files.Split {
	if !opened(p.File) {
		return nil
	}
	s := p.File.Ends(&p.Call.IO)
	if s == nil || s.Failed || s.Begin.Call != calls.Of(p.Call.Kind).IO.Partner {
		return nil
	}
	return s
}

// begun returns the call that began an active operation, for findings about the operation.
func begun(s *files.Split) []Related {
	return []Related{At(roleBegan, s.Begin, "the split collective was begun here")}
}

// endOf names the end call that matches a begin call.
func endOf(begin calls.Kind) string {
	return strings.TrimSuffix(begin.String(), "_begin") + "_end"
}

// amount returns the size of an operation in words.
func amount(s *files.Split) string {
	n := s.IO.Bytes()
	if n < 0 {
		return "size unknown"
	}
	return fmt.Sprintf("%d bytes", n)
}
