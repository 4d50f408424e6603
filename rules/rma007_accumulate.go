package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// accumulateOp is an accumulate with an operation or datatypes not allowed there.
var accumulateOp = &Rule{
	ID:       "RMA007",
	MPI:      "2.0",
	Title:    "operation or datatypes not allowed in an accumulate",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Accumulate Functions",
	Says: "Accumulates take only predefined operations, MPI_NO_OP only if they fetch, and datatypes with basic " +
		"components of a single predefined type, the same on both sides, for which the operation is defined.",
	Doc: "The target combines the data without involving the program: it cannot run a user-defined operation, nor " +
		"combine an element of one type with one of another.",
	Advice: "Use a predefined operation and one predefined type, or get the data, combine it and put it back.",
	Silent: []string{
		"MPI_REPLACE and MPI_NO_OP with any predefined type, including characters",
		"different names of the same type, such as MPI_INT and MPI_INT32_T",
		"a call that moves no data: to MPI_PROC_NULL, or of no elements",
		"the origin datatype of a fetching call with MPI_NO_OP, which ignores it",
	},
	Limit:     "Integers of C and Fortran count as one class, and so do logicals.",
	On:        accumulates,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if !m.Moves() || gone(p.Win) {
			return
		}
		if m.Op == nil && reportUnsetOp(p) || m.Op != nil && wrongOp(p, m) {
			return
		}
		if p.Call.Kind != calls.FetchAndOp && wrongTypes(p, m) {
			return
		}
		if m.Op == nil || m.Op.Predef == nil {
			return
		}
		if t, _ := datatype.BasicType(m.TType); t != nil && !opTakes(m.Op.Predef, t.Group) {
			p.Report(nil, "%s with %s on %s, for which the operation is not defined", p.Call.Kind, m.Op, t.Name)
		}
	},
}

// wrongOp reports an operation that accumulates do not take.
func wrongOp(p *Pass, m *windows.RMA) bool {
	switch {
	case m.Op.Predef == nil:
		p.Report([]Related{At(roleCreated, m.Op.Made, "the operation was created here")},
			"%s with a user-defined operation", p.Call.Kind)
	case m.Op.Predef == opNull:
		p.Report(nil, "%s with MPI_OP_NULL", p.Call.Kind)
	case m.Op.Predef == opNoOp && !m.Reads:
		p.Report(nil, "%s with MPI_NO_OP, which is only for MPI_Get_accumulate and MPI_Fetch_and_op", p.Call.Kind)
	default:
		return false
	}
	return true
}

// wrongTypes reports datatypes that do not consist of a single predefined type.
func wrongTypes(p *Pass, m *windows.RMA) bool {
	same := m.OType == m.TType && (m.RType == nil || m.RType == m.TType)
	if same && datatype.OtherBasic(m.TType) == nil {
		return false
	}
	all := sides(p.Call.Kind, m)
	for _, s := range all {
		if a, one := datatype.BasicType(s.d); !one {
			p.Report(madeAt(s.d), "the %s datatype of %s contains different basic types: %s and %s",
				s.name, p.Call.Kind, a.Name, datatype.OtherBasic(s.d).Name)
			return true
		}
	}
	target := all[len(all)-1]
	for _, s := range all[:len(all)-1] {
		if datatype.SameBasic(s.d, target.d) {
			continue
		}
		a, _ := datatype.BasicType(s.d)
		b, _ := datatype.BasicType(target.d)
		p.Report(nil, "%s combines different basic types: %s at the %s "+
			"and %s at the target", p.Call.Kind, a.Name, s.name, b.Name)
		return true
	}
	return false
}
