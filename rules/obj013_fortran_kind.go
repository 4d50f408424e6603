package rules

import (
	"slices"
	"strings"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/words"
)

// fortranKind is a default INTEGER where Fortran needs another kind.
var fortranKind = &Rule{
	ID:       "OBJ013",
	MPI:      "2.0",
	Title:    "Fortran integer of another kind than the argument",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Language Bindings; Kind Parameters",
	Says: "In Fortran, addresses and displacements of windows and datatypes are INTEGER(KIND=MPI_ADDRESS_KIND), " +
		"offsets in files are INTEGER(KIND=MPI_OFFSET_KIND), and large counts are INTEGER(KIND=MPI_COUNT_KIND).",
	Doc: "The program passes an integer of fewer bytes, and MPI takes as many bytes as the kind has: the memory " +
		"behind the integer becomes the upper half of the value, or a result overwrites it. The program works as " +
		"long as this memory holds zeros, so it may break with another compiler or option. mpif.h has no interfaces " +
		"by which compilers could notice it, and -fallow-argument-mismatch silences them.",
	Advice: "Declare the variable with the kind that MPI takes, and write constants with it: 0_MPI_OFFSET_KIND. " +
		"Better still, use mpi_f08, whose interfaces let the compiler check the kinds.",
	Silent: []string{
		"constants and variables of the right kind, also where the program names it by its number",
		"displacements of MPI_Alltoallv and other calls where Fortran takes a default INTEGER",
	},
	Limit: "Only in a report, and where gomarmot cc has compiled the call with the plugin, and with -g. Procedures " +
		"whose name the MPI library does not pass on to the call in C, and MPI_GET_ADDRESS, are not looked at. " +
		"Integers that are too long (-fdefault-integer-8) are not found.",
	On: kindsWhere(func(s *calls.Sem) bool {
		return s.Kind != calls.TypeHvector && s.Kind != calls.TypeHindexed && s.Kind != calls.TypeStruct &&
			slices.ContainsFunc(calls.ByKind(s.Kind).Args(), func(a calls.Arg) bool { return kindOf(a) != "" })
	}),
	If:        Declares,
	Arguments: true,
	Check: func(p *Pass) {
		for i, a := range calls.ByKind(p.Call.Kind).Params(false) {
			kind := kindOf(a)
			if kind == "" || p.Call.Large {
				continue
			}
			if size := p.Rank.Memory.FortranInteger(p.Call, int8(i)); size > 0 && size < kindSize {
				p.Report(nil, "%s of %s is an integer of %s, but MPI takes "+
					"INTEGER(KIND=%s), which has %s", a.Name, p.Call.Kind,
					words.Count(size, "byte"), kind, words.Count(kindSize, "byte"))
			}
		}
	},
}

// kindSize is the size in bytes of an address, an offset and a large count on the machines that gomarmot supports.
const kindSize = 8

// kindOf returns the kind of an argument in Fortran; "" if it is a default INTEGER or not an integer.
func kindOf(a calls.Arg) string {
	switch strings.TrimPrefix(a.Type, "const ") {
	case "MPI_Aint":
		return "MPI_ADDRESS_KIND"
	case "MPI_Offset":
		return "MPI_OFFSET_KIND"
	case "MPI_Count":
		return "MPI_COUNT_KIND"
	}
	return ""
}
