package rules

import (
	"slices"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// kindsWhere lists the calls for which keep holds, in the order of calls.Table.
func kindsWhere(keep func(*calls.Sem) bool) []calls.Kind {
	var out []calls.Kind
	for i := range calls.Table {
		if s := calls.Of(calls.Table[i].Kind); keep(s) {
			out = append(out, s.Kind)
		}
	}
	return out
}

// recordedWith lists the recorded calls that take an argument of a C type.
func recordedWith(ctype string) []calls.Kind {
	return kindsWhere(func(s *calls.Sem) bool {
		row := calls.ByKind(s.Kind)
		return (row.Rec == calls.Local || row.Rec == calls.Both) &&
			slices.ContainsFunc(row.Args(), func(a calls.Arg) bool {
				return a.Type == ctype && a.Dir != calls.Out
			})
	})
}
