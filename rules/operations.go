package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// The predefined operations that rules treat specially.
var (
	opNoOp    = calls.PredefByName("MPI_NO_OP")
	opNull    = calls.PredefByName("MPI_OP_NULL")
	opReplace = calls.PredefByName("MPI_REPLACE")
)

// typeSet is a set of groups of predefined datatypes.
type typeSet uint32

func setOf(groups ...calls.TypeGroup) typeSet {
	var s typeSet
	for _, g := range groups {
		s |= 1 << g
	}
	return s
}

func (s typeSet) has(g calls.TypeGroup) bool { return s&(1<<g) != 0 }

// opTypes is the standard's table of the types that the predefined operations
// are defined for. Operations that are not in it take all types.
var opTypes = func() map[*calls.Predef]typeSet {
	ordered := setOf(calls.IntType, calls.FloatType, calls.MultiType)
	arithmetic := ordered | setOf(calls.ComplexType)
	logical := setOf(calls.IntType, calls.LogicalType)
	bitwise := setOf(calls.IntType, calls.ByteType, calls.MultiType)
	pairs := setOf(calls.PairType)
	table := map[*calls.Predef]typeSet{}
	for name, types := range map[string]typeSet{
		"MPI_MAX": ordered, "MPI_MIN": ordered,
		"MPI_SUM": arithmetic, "MPI_PROD": arithmetic,
		"MPI_LAND": logical, "MPI_LOR": logical, "MPI_LXOR": logical,
		"MPI_BAND": bitwise, "MPI_BOR": bitwise, "MPI_BXOR": bitwise,
		"MPI_MINLOC": pairs, "MPI_MAXLOC": pairs,
	} {
		table[calls.PredefByName(name)] = types
	}
	return table
}()

// judged are the groups that the table covers.
var judged = setOf(calls.IntType, calls.FloatType, calls.LogicalType, calls.ComplexType, calls.ByteType,
	calls.MultiType, calls.CharType, calls.PairType)

// opTakes reports whether an operation is defined for a group of types.
func opTakes(op *calls.Predef, g calls.TypeGroup) bool {
	types, ok := opTypes[op]
	return !ok || types.has(g) || !judged.has(g)
}

// reportUnsetOp reports an unknown operation if its handle is 0, which no object has.
func reportUnsetOp(p *Pass) bool {
	unset := p.Call.In[p.Call.Sem.Op] == 0
	if unset {
		p.Report(nil, "the op of %s is not the handle of an operation: its value is 0, %s", p.Call.Kind, asIf(p))
	}
	return unset
}
