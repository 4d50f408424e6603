package rules

import (
	"fmt"
	"slices"
	"strings"

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

// lengthOf returns the length that the i-th captured array should have; 0 if no argument gives the length.
func lengthOf(p *Pass, i int) int64 {
	want := p.Call.Sem.EnterBlob[i]
	for _, a := range calls.ByKind(p.Call.Kind).Args() {
		if a.Name == want && a.Len() != "" {
			return p.Call.Arg(a.Len())
		}
	}
	return 0
}

// array returns the content of an array argument; nil unless the whole array is known.
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

// withArrays are the recorded calls that take arrays of arguments.
var withArrays = kindsWhere(func(s *calls.Sem) bool {
	return slices.ContainsFunc(calls.ByKind(s.Kind).Args(), func(a calls.Arg) bool { return a.Array != "" })
})

// lengthOfArray says, in brackets, which elements an array argument has; "" if neither an argument nor a number of
// ranks tells.
func lengthOfArray(p *Pass, a calls.Arg) string {
	s := p.Call.Sem
	switch name := a.Len(); {
	case a.PerRank() && name == "members":
		return " (an element for each rank of the communicator's own group)"
	case a.PerRank():
		return fmt.Sprintf(" (an element for each of the %s)", name)
	case s.OutCount >= 0 && a.Dir == calls.Out:
		return " (an element for each request that may complete)"
	case name == "" && a.Type == "MPI_Status":
		return fmt.Sprintf(" (%s = %d)", s.Enter[0], p.Call.In[0])
	case name != "":
		return fmt.Sprintf(" (%s = %d)", name, p.Call.Arg(name))
	}
	return ""
}

// fillsSome reports whether a call may leave elements of an array untouched: the elements of requests that have not
// completed, or elements beyond the number of results.
func fillsSome(s *calls.Sem, a calls.Arg) bool {
	return a.Dir == calls.Out && (s.OutCount >= 0 || strings.HasPrefix(a.Len(), "max"))
}
