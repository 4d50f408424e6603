package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/pmpi/event"
)

// checkNullArrays reports an array that is NULL although it has elements.
func checkNullArrays(p *Pass) bool {
	for i, name := range p.Call.Sem.EnterBlob {
		if n := lengthOf(p, i); n > 0 && p.Call.Arg(name) == 0 {
			p.Report(nil, "the argument %s of %s is NULL, but must have %d elements", name, p.Call.Kind, n)
			return true
		}
	}
	return false
}

// lengthOf returns the length that the i-th captured array should have, 0 if no
// argument says it.
func lengthOf(p *Pass, i int) int64 {
	want := p.Call.Sem.EnterBlob[i]
	for _, a := range calls.ByKind(p.Call.Kind).Args() {
		if a.Name == want && a.Len() != "" {
			return p.Call.Arg(a.Len())
		}
	}
	return 0
}

// array returns the content of an array argument; nil if it is not known as a
// whole.
func (p *Pass) array(name string) []int64 {
	s := p.Call.Sem
	arrays := event.Arrays(p.Call.InBlob)
	for i, n := range s.EnterBlob {
		if n == name && i < len(arrays) {
			return arrays[i]
		}
	}
	return nil
}

// stringsOf returns the strings that the call was given.
func stringsOf(p *Pass) []string { return event.Strings(p.Call.InBlob) }
