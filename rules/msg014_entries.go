package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
)

// receiveOverlap is a message received through a datatype with overlapping entries.
var receiveOverlap = &Rule{
	ID:       "MSG014",
	MPI:      "1.0",
	Title:    "message is received through overlapping entries",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Use of General Datatypes in Communication",
	Says: "The datatype of a receive, repeated as often as count says, has no overlapping entries, even if the " +
		"message is too short to reach them.",
	Doc: "Two entries of the datatype, or two elements of it that are closer together than they are long, put data " +
		"into the same byte. Which value remains depends on the MPI library and on how the message travels.",
	Advice: "Change displacements, block lengths, the stride or the extent so that the entries do not overlap.",
	Silent: []string{
		"overlapping entries in a datatype of a send",
		"a datatype that overlaps only from its second element on, with count 1",
		"entries that interleave, or touch, without a common byte",
		"receives from MPI_PROC_NULL",
	},
	Limit: "Datatypes with more than 65,536 interleaved pieces, and those with an unknown layout, are not checked.",
	On: kindsWhere(func(s *calls.Sem) bool {
		return s.Match == calls.MatchReceive || s.Match == calls.MatchSendReceive
	}),
	If:        OddData,
	Arguments: true,
	Check: func(p *Pass) {
		d := &p.Call.Receives
		if !d.Moves || !d.Type.Usable() || !datatype.Overlaps(d.Type, d.Count) {
			return
		}
		p.Report(madeAt(d.Type), "the datatype of %s, %s with count %d, has overlapping entries: some bytes "+
			"belong to several of them", p.Call.Kind, d.Type, d.Count)
	},
}
