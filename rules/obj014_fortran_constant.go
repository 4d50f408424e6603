package rules

import (
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// fortranConstant is a constant of MPI that is passed for an argument that does not accept it.
var fortranConstant = &Rule{
	ID:       "OBJ014",
	MPI:      "1.0",
	Title:    "constant of Fortran that the argument does not take",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Named Constants; Passing MPI_STATUS_IGNORE for Status; MPI_IN_PLACE",
	Says: "In Fortran, MPI_BOTTOM, MPI_IN_PLACE, MPI_STATUS_IGNORE, MPI_STATUSES_IGNORE, MPI_ERRCODES_IGNORE and " +
		"MPI_UNWEIGHTED are variables at special addresses. Each of them is passed only where the call is described " +
		"to take it: MPI_STATUS_IGNORE for a status, MPI_STATUSES_IGNORE for an array of them, MPI_IN_PLACE for a " +
		"buffer of a collective call.",
	Doc: "The MPI library does not recognize the constant in this place, and treats it like any other variable: " +
		"statuses are written to the memory of MPI_STATUS_IGNORE and behind it, or the bytes of MPI_IN_PLACE are " +
		"sent.",
	Advice: "Pass the constant of this argument: MPI_STATUSES_IGNORE to MPI_WAITALL, MPI_TESTALL, MPI_WAITSOME and " +
		"MPI_TESTSOME, MPI_STATUS_IGNORE to other calls. mpi_f08 has different types for the two, so compilers " +
		"notice it.",
	Silent: []string{
		"the constants in their places",
		"MPI_BOTTOM for any buffer",
	},
	Limit: "Only in a report, and where gomarmot cc has compiled the call with the plugin, and with -g. Collective " +
		"calls that do not take MPI_IN_PLACE, or not for this buffer, are COLL006.",
	On:        kindsWhere(func(*calls.Sem) bool { return true }),
	If:        Declares,
	Arguments: true,
	Check: func(p *Pass) {
		for i, a := range calls.ByKind(p.Call.Kind).Params(p.Call.Large) {
			if name := p.Rank.Memory.FortranConstant(p.Call, int8(i)); name != "" && !takes(p.Call.Sem, a, name) {
				p.Report(nil, "%s of %s is %s, which this argument does not take%s", a.Name, p.Call.Kind,
					strings.ToUpper(name), rather(a))
			}
		}
	},
}

// takes reports whether an argument may be a constant of Fortran; name is the constant in lower case.
func takes(s *calls.Sem, a calls.Arg, name string) bool {
	switch name {
	case "mpi_status_ignore":
		return a.Type == "MPI_Status" && a.Array == ""
	case "mpi_statuses_ignore":
		return a.Type == "MPI_Status" && a.Array != ""
	case "mpi_errcodes_ignore":
		return a.Name == "array_of_errcodes"
	case "mpi_unweighted", "mpi_weights_empty":
		return strings.HasSuffix(a.Name, "weights")
	case "mpi_in_place":
		return a.Pointer() && strings.HasSuffix(a.Type, "void") && s.Over != 0
	case "mpi_bottom":
		return a.Pointer() && strings.HasSuffix(a.Type, "void")
	}
	return true
}

// rather names the constant that the argument accepts instead.
func rather(a calls.Arg) string {
	if a.Type == "MPI_Status" {
		return "; " + ignored(a) + " fits"
	}
	return ""
}
