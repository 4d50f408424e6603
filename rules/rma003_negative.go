package rules

import (
	"fmt"
	"strings"

	"github.com/gomarmot/gomarmot/tracker/op"
)

// negativeCount is a count or displacement below zero.
var negativeCount = &Rule{
	ID:       "RMA003",
	MPI:      "2.0",
	Title:    "negative count or displacement",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Communication Calls",
	Says: "Counts are non-negative, and so is the target displacement, which counts from the start of the " +
		"target's window.",
	Doc: "A count or the target displacement is negative, usually because an index was computed too small or a " +
		"difference taken in the wrong order. A negative displacement reaches memory before the target's window.",
	Advice: "Compute the count or displacement so that it is at least 0.",
	Silent: []string{
		"the displacement in a dynamic window, which is an address",
		"the displacement of a call to MPI_PROC_NULL",
		"the origin count of a fetching call with MPI_NO_OP, which ignores it",
	},
	Limit:     "Displacements that are too large are RMA005.",
	On:        rmaCalls,
	If:        OddArgument,
	Arguments: true,
	Check: func(p *Pass) {
		w, m := p.Win, &p.Call.RMA
		negative := m.OCount < 0 || m.TCount < 0 || m.RCount < 0 || m.Disp < 0
		if !negative || gone(w) {
			return
		}
		var bad []string
		for _, s := range sides(p.Call.Kind, m) {
			if s.count < 0 {
				bad = append(bad, fmt.Sprintf("%s count %d", s.name, s.count))
			}
		}
		if m.Disp < 0 && live(w) && w.Flavor != op.Dynamic && !m.ProcNull {
			bad = append(bad, fmt.Sprintf("target displacement %d", m.Disp))
		}
		if len(bad) > 0 {
			p.Report(nil, "%s with %s", p.Call.Kind, strings.Join(bad, " and "))
		}
	},
}
