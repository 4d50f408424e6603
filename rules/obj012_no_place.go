package rules

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// noPlace is NULL where a call must leave a result.
var noPlace = &Rule{
	ID:       "OBJ012",
	MPI:      "1.0",
	Title:    "NULL where a result goes",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Procedure Specification; C Binding Issues",
	Says: "A call returns its results through the addresses that the program passes: of a handle, a number, a flag, " +
		"a name. These are addresses of variables, of arrays that have elements, or MPI_STATUS_IGNORE.",
	Doc: "The call has nowhere to put a result, or gets no handle. Some libraries return an error or ignore the " +
		"result, others write to address 0, and the process is killed.",
	Advice: "Declare a variable for the result and pass its address, also where the result is of no interest; for a " +
		"status MPI_STATUS_IGNORE or MPI_STATUSES_IGNORE, which are NULL in some libraries only.",
	Silent: []string{
		"NULL for a status where MPI_STATUS_IGNORE is NULL, as in Open MPI",
		"buffers and arrays, which may be NULL where they have no elements",
		"the value of MPI_Info_get and MPI_Info_get_string, and the name of MPI_Session_get_nth_pset, which may be " +
			"NULL where the program asks for the length only",
	},
	Limit: "MPI_Init, sessions, calls of the tool information interface and calls that are not recorded, such as " +
		"MPI_Initialized and MPI_Get_address, are not looked at.",
	On: kindsWhere(func(s *calls.Sem) bool { return slices.ContainsFunc(calls.ByKind(s.Kind).Args(), returnsIn) }),
	If: NoPlace,
	Check: func(p *Pass) {
		if p.Rank.Threads.Nested(p.Call) {
			return
		}
		var null []string
		for _, a := range nullResults(p.Call.Kind, p.Call.Large, p.Call.Null) {
			switch {
			case a.Type == "MPI_Status" && a.Dir == calls.Out:
				p.Report(nil, "%s of %s is NULL, which is not %s in this MPI library", a.Name, p.Call.Kind, ignored(a))
			case a.Array != "":
				p.Report(nil, "%s of %s is NULL: the call needs an array%s", a.Name, p.Call.Kind, lengthOfArray(p, a))
			default:
				null = append(null, a.Name)
			}
		}
		switch len(null) {
		case 0:
		case 1:
			p.Report(nil, "%s of %s is NULL: the call needs the address of a variable", null[0], p.Call.Kind)
		default:
			p.Report(nil, "%s of %s are NULL: the call needs addresses of variables", strings.Join(null, ", "),
				p.Call.Kind)
		}
	},
}

// nullResults returns the arguments for results whose bits are set; large: of the variant with large counts.
func nullResults(k calls.Kind, large bool, bits int64) (all []calls.Arg) {
	for i, a := range calls.ByKind(k).Params(large) {
		if bits>>i&1 != 0 && returnsIn(a) {
			all = append(all, a)
		}
	}
	return all
}

// returnsIn reports whether a call leaves a result at the address in the argument.
func returnsIn(a calls.Arg) bool {
	return a.Result() || a.Type == "MPI_Status" && a.Dir != calls.In || a.Array != "" && a.Dir == calls.Out
}

// ignored returns the constant that a program passes for statuses that it does not want.
func ignored(a calls.Arg) string {
	if a.Array != "" {
		return "MPI_STATUSES_IGNORE"
	}
	return "MPI_STATUS_IGNORE"
}
