package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/fact"
)

// AccumulateRace is two accumulates to the same bytes that are not atomic to each other.
var AccumulateRace = &Rule{
	ID:       "RACE002",
	MPI:      "2.0",
	Title:    "accumulates that do not combine",
	Severity: Error,
	Scope:    JobScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Accumulate Functions",
	Says: "Accumulates to one location at the same time use the same predefined datatype, and the same operation or " +
		"MPI_NO_OP; their elements do not overlap in part. With the info key accumulate_ops set to same_op, " +
		"MPI_NO_OP is a different operation, too. Accumulates of one rank take effect in order, unless their " +
		"datatypes differ in size, or the info key accumulate_ordering allows any order.",
	Doc: "Accumulates are atomic only to accumulates of the same kind. An MPI library may run sums of integers on " +
		"the network card, and products on the processor: then one of two concurrent updates is lost.",
	Advice: "Use one operation and one datatype on each location at a time, or order the two accumulates: complete " +
		"the first at the target, and let the other rank wait for that.",
	Silent: []string{
		"the same operation and datatype; or MPI_NO_OP, unless accumulate_ops is same_op",
		"MPI_Compare_and_swap with any operation on the same datatype",
		"names of the same datatype, such as MPI_INT and MPI_INT32_T",
		"accumulates of one rank, which take effect in order, if their datatypes have the same size",
		"accumulates that are ordered, or reach different bytes",
		"an accumulate of one element, and another one after a fetch that may have returned the result of the first, " +
			"such as the reset of a counter by the rank that has drawn the last number; what the second accumulate " +
			"itself fetches does not count",
	},
	Limit: "The limits of RACE001 apply, too. Elements of derived datatypes are not compared one by one. Where " +
		"accumulate_ops is set, different operations of one rank are WIN006. A value of the info key accumulate_ops " +
		"that the standard does not define counts as permission for any operation. Where an element has had the same " +
		"value more than once, fetched values show that ranks have not waited only if the element was changed at " +
		"most 64 times.",
	Facts: []fact.Kind{fact.OfRace},
	Job: func(p *JobPass) {
		f := raceOf(p)
		a, b := f.First, f.Second
		switch f.Why {
		case fact.Operation:
			why := fmt.Sprintf(", with %s and %s", a.Op.Name, b.Op.Name)
			if a.Site.Rank == b.Site.Rank {
				why += ", and accumulate_ordering leaves their order open"
			}
			p.reportRace(f, why)
		case fact.Shifted:
			s, _ := datatype.BasicType(a.Memory.Type)
			p.reportRace(f, fmt.Sprintf(", as elements of %s that overlap in part", s.Name))
		case fact.Datatype:
			s, _ := datatype.BasicType(a.Memory.Type)
			t, _ := datatype.BasicType(b.Memory.Type)
			p.reportRace(f, fmt.Sprintf(", as %s and %s", s.Name, t.Name))
		}
	},
}
