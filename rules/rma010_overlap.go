package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// overlapType is data written through a datatype with overlapping entries.
var overlapType = &Rule{
	ID:       "RMA010",
	MPI:      "2.0",
	Title:    "data is written through overlapping entries",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Put",
	Says: "The datatype of a buffer that is written - the target of a put or accumulate, the origin of a get, the " +
		"result of a fetching call - contains no byte twice.",
	Doc: "Two entries of the datatype, or two elements of it that are closer together than they are long, write the " +
		"same byte. Which value remains is undefined.",
	Advice: "Change displacements, block lengths or the extent so that the entries do not overlap.",
	Silent: []string{
		"overlapping entries on a side that is only read",
		"a datatype that overlaps only from its second element on, with count 1",
	},
	Limit:     "Datatypes with more than 65,536 interleaved pieces, and those with an unknown layout, are not checked.",
	On:        rmaCalls,
	If:        OddData,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if m.ProcNull || gone(p.Win) {
			return
		}
		switch p.Call.Kind {
		case calls.Get, calls.Rget:
			checkOverlap(p, m.OType, m.OCount, "origin")
			return
		case calls.GetAccumulate, calls.RgetAccumulate:
			checkOverlap(p, m.RType, m.RCount, "result")
		}
		if m.Writes {
			checkOverlap(p, m.TType, m.TCount, "target")
		}
	},
}

func checkOverlap(p *Pass, d *datatype.Type, count int64, side string) {
	if d == nil || d.Predef != nil || !datatype.Overlaps(d, count) {
		return
	}
	p.Report(madeAt(d), "the %s datatype of %s, %s with count %d, has overlapping entries: some bytes are written "+
		"more than once",
		side, p.Call.Kind, d, count)
}
