package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// signature is data whose type does not match the type on the receiving side.
var signature = &Rule{
	ID:       "RMA009",
	MPI:      "2.0",
	Title:    "origin and target data do not match",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Put",
	Says: "The data fits into the receiving side's datatype and count without truncation, and the basic types match " +
		"one by one, as between a send and its receive.",
	Doc: "More data is sent than the target's (for a get, the origin's) datatype and count have room for, or " +
		"elements of one type are received as another. If the library does not check, it writes past the buffer or " +
		"misinterprets the data. " + otherCDoc,
	Advice: "Pass datatypes and counts on both sides that describe the same sequence of basic types.",
	Silent: []string{
		"less data than the receiving side has room for",
		"MPI_BYTE on both sides, MPI_PACKED on one",
		otherCSilent,
	},
	Limit: "Datatypes with several basic types, and names of fixed width or of Fortran, are compared by size and " +
		"class of their elements. Different basic types in accumulates are RMA007.",
	On: []calls.Kind{
		calls.Put, calls.Rput, calls.Get, calls.Rget, calls.Accumulate, calls.Raccumulate,
		calls.GetAccumulate, calls.RgetAccumulate,
	},
	If:        OddData,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if m.ProcNull || gone(p.Win) {
			return
		}
		switch p.Call.Kind {
		case calls.Put, calls.Rput:
			reportMismatch(p, datatype.CompareSignatures(m.OType, m.OCount, m.TType, m.TCount), "origin", m.OType,
				"target", m.TType)
			warnOfOtherC(p, m.OType, m.TType, m.OCount)
		case calls.Get, calls.Rget:
			reportMismatch(p, datatype.CompareSignatures(m.TType, m.TCount, m.OType, m.OCount), "target", m.TType,
				"origin", m.OType)
			warnOfOtherC(p, m.TType, m.OType, m.TCount)
		default:
			checkAccumulated(p, m)
		}
	},
}

func warnOfOtherC(p *Pass, from, into *datatype.Type, count int64) {
	if why := otherC(from, into); why != "" && count > 0 {
		p.ReportAs(Warning, nil, "%s: %s", p.Call.Kind, why)
	}
}

// checkAccumulated compares amounts; RMA007 checks the types.
func checkAccumulated(p *Pass, m *windows.RMA) {
	if !m.NoOrigin() && oneBasic(m.OType, m.TType) {
		reportMismatch(p, datatype.CompareSignatures(m.OType, m.OCount, m.TType, m.TCount), "origin", m.OType, "target",
			m.TType)
	}
	if m.Reads && oneBasic(m.TType, m.RType) {
		reportMismatch(p, datatype.CompareSignatures(m.TType, m.TCount, m.RType, m.RCount), "target", m.TType, "result",
			m.RType)
	}
}

func oneBasic(a, b *datatype.Type) bool {
	return datatype.OtherBasic(a) == nil && datatype.OtherBasic(b) == nil && datatype.SameBasic(a, b)
}

func reportMismatch(p *Pass, m *datatype.Mismatch, from string, f *datatype.Type, into string, t *datatype.Type) {
	if m == nil {
		return
	}
	var related []Related
	if f == t {
		related = derivedAt(related, "the datatype", f)
	} else {
		related = derivedAt(related, "the "+from+" datatype", f)
		related = derivedAt(related, "the "+into+" datatype", t)
	}
	p.Report(related, "%s: %s", p.Call.Kind, m.Why(from, into))
}

// derivedAt appends the call that created a derived datatype.
func derivedAt(related []Related, name string, d *datatype.Type) []Related {
	if d == nil || d.Predef != nil || d.Made.IsZero() || d.Section() {
		return related
	}
	return append(related, At(roleCreated, d.Made, name+" was created here"))
}
