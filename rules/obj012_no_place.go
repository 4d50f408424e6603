package rules

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// noPlace is NULL where a call is to leave a result.
var noPlace = &Rule{
	ID:       "OBJ012",
	MPI:      "1.0",
	Title:    "NULL where a result goes",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Procedure Specification; C Binding Issues",
	Says: "A call returns its results through the addresses that the program passes: of a handle, a number, a flag, a name. These are addresses of " +
		"variables.",
	Doc: "The call has nowhere to put a result, or gets no handle. Some libraries return an error or ignore the result, others write to address 0, and the " +
		"process is killed.",
	Advice: "Declare a variable for the result and pass its address, also where the result is of no interest.",
	Silent: []string{
		"MPI_STATUS_IGNORE and MPI_STATUSES_IGNORE, which are NULL in some libraries",
		"buffers and arrays, which may be NULL where they have no elements",
		"the value of MPI_Info_get and MPI_Info_get_string",
	},
	Limit: "MPI_Init, sessions, calls of the tool information interface and calls that are not recorded, such as MPI_Initialized, are not looked at.",
	On:    kindsWhere(func(s *calls.Sem) bool { return slices.ContainsFunc(calls.ByKind(s.Kind).Args(), calls.Arg.Result) }),
	If:    NoPlace,
	Check: func(p *Pass) {
		if p.Rank.Threads.Nested(p.Call) {
			return
		}
		switch null := nullResults(p.Call.Kind, p.Call.Large, p.Call.Null); len(null) {
		case 0:
		case 1:
			p.Report(nil, "%s of %s is NULL: the call needs the address of a variable", null[0], p.Call.Kind)
		default:
			p.Report(nil, "%s of %s are NULL: the call needs addresses of variables", strings.Join(null, ", "), p.Call.Kind)
		}
	},
}

// nullResults names the arguments of a call for results whose bits are set; large: in the variant with large counts.
func nullResults(k calls.Kind, large bool, bits int64) (names []string) {
	for i, a := range calls.ByKind(k).Params(large) {
		if bits>>i&1 != 0 && a.Result() {
			names = append(names, a.Name)
		}
	}
	return names
}
