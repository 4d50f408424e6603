package rules

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// misaligned is an access to memory in which no element of its datatype begins.
var misaligned = &Rule{
	ID:       "RMA014",
	MPI:      "2.0",
	Title:    "access between the elements of the target's window",
	Severity: Note,
	Scope:    JobScope,
	Since:    "0.4",
	Cite:     "MPI-4.1, Put; Window Creation; Accumulate Functions",
	Says: "The target buffer begins at the base of the target's window plus target displacement times displacement " +
		"unit.",
	Doc: "The access has a predefined datatype that is larger than the displacement unit, and its address at the " +
		"target is not aligned for that datatype, though the window itself is: the access reaches parts of two " +
		"elements of an array. Most likely the displacement unit of the window is the size of another type, while " +
		"the program counts elements of this datatype. If the data is packed like this on purpose, an atomic call " +
		"may not be atomic there, and on some processors a load of such an element ends the program.",
	Advice: "Create the window with the size of an element as its displacement unit, or multiply displacements by " +
		"the number of units in an element.",
	Silent: []string{
		"windows with a displacement unit of 1, in which any packed data may lie",
		"windows of packed records, whose displacement unit is at least the size of the datatype",
		"MPI_BYTE, MPI_PACKED, character types and derived datatypes",
		"windows whose memory itself is not aligned, and dynamic windows",
	},
	Limit: "Derived datatypes and windows with a displacement unit of 1 are not looked at: displacements that count " +
		"elements there are not found. An access outside the window is RMA005. Buffers of the calling rank that are " +
		"not aligned are OBJ007.",
	Facts: []fact.Kind{fact.OfAccess},
	Job: func(p *JobPass) {
		a := p.Fact.(*fact.Access)
		m, t := &a.Data, a.Win
		n := alignment(m.Type)
		if n < 2 || m.Disp < 0 || m.Count <= 0 || t.DispUnit < 2 || t.DispUnit >= m.Type.Size ||
			t.Flavor == op.Dynamic || t.Base%n != 0 {
			return
		}
		at := datatype.MulSat(m.Disp, t.DispUnit)
		if at%n == 0 || datatype.AddSat(at, datatype.MulSat(m.Count, m.Type.Size)) > t.Size {
			return
		}
		p.Report(Report{
			Sites:   []tracker.Site{a.Site},
			Related: []Related{At(roleCreated, t.Site, "the target created its window here")},
			Object:  a.On.Object,
		}, "%s of %s begins at byte %d of the window of %s, which is not a multiple of %d: target displacement "+
			"%d times displacement unit %d",
			a.Site.Call, m.Type, at, a.On.RankName(int64(a.Target)), n, m.Disp, t.DispUnit)
	},
}
