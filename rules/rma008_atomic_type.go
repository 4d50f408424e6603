package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// atomicType is a single-element atomic operation on a type that it does not accept.
var atomicType = &Rule{
	ID:       "RMA008",
	MPI:      "3.0",
	Title:    "datatype not allowed in a single-element atomic",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Compare and Swap Function",
	Says: "MPI_Fetch_and_op takes one element of a predefined datatype; MPI_Compare_and_swap takes one of an " +
		"integer, logical or multi-language type, or MPI_BYTE.",
	Doc: "These calls are meant for what hardware does atomically, so they accept neither derived datatypes nor, for " +
		"compare and swap, floating point, complex or character types.",
	Advice: "Use MPI_Get_accumulate for derived datatypes; swap floating point values as integers of the same size.",
	Silent: []string{"MPI_Fetch_and_op on floating point types",
		"types from MPI_Type_create_f90_integer and similar calls"},
	Limit: "Datatypes that were not created by a recorded call are not checked.",
	On:    []calls.Kind{calls.FetchAndOp, calls.CompareAndSwap},
	Check: func(p *Pass) {
		m := &p.Call.RMA
		d := m.TType
		if m.ProcNull || d == nil || !d.Alive() || gone(p.Win) {
			return
		}
		if d.Predef == nil {
			if derived(d) {
				p.Report(madeAt(d), "%s on a derived datatype, %s: it accepts only predefined datatypes", p.Call.Kind,
					d)
			}
			return
		}
		if p.Call.Kind == calls.CompareAndSwap && judged.has(d.Predef.Group) && !swappable.has(d.Predef.Group) {
			p.Report(nil, "MPI_Compare_and_swap on %s: it accepts only integers, logicals and MPI_BYTE", d)
		}
	},
}

// swappable are the groups of types that MPI_Compare_and_swap accepts.
var swappable = setOf(calls.IntType, calls.LogicalType, calls.MultiType, calls.ByteType)

// derived reports whether the datatype was created by a constructor. Types from
// MPI_Type_create_f90_integer and similar calls count as predefined.
func derived(d *datatype.Type) bool {
	switch d.Kind {
	case 0, calls.TypeCreateF90Integer, calls.TypeCreateF90Real, calls.TypeCreateF90Complex, calls.TypeMatchSize:
		return false
	}
	return true
}
