package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker/rank/call"
	"github.com/gomarmot/gomarmot/words"
)

// aliasedBuffers is a communication call that writes memory which the call also uses in another way.
var aliasedBuffers = &Rule{
	ID:       "RMA013",
	MPI:      "2.0",
	Title:    "buffers of an RMA call overlap",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Procedure Specification; Communication Calls",
	Says: "What a call writes has no byte in common with its other arguments: the result buffer of a fetching call " +
		"is neither its origin nor its compare buffer. The local buffer of an RMA operation is not updated before " +
		"the operation is complete at the origin; this holds for the operation itself, too, where its target is the " +
		"calling process.",
	Doc: "The MPI library may write one of the two before it has read the other one. Which data is moved, compared " +
		"or returned depends on the library, on the amount of data, and on whether the target is the calling process " +
		"or another one. MPICH ends the program when a rank puts data to the place where it already is.",
	Advice: "Give the result a variable of its own. To move data within the window of the calling process, copy it " +
		"to another buffer first; leave out a put or get that moves nothing.",
	Silent: []string{
		"the origin of a fetching call with MPI_NO_OP, which ignores it",
		"an origin that is also the compare buffer: both are only read",
		"buffers that interleave without a common byte, or touch",
		"counts of 0 and calls to MPI_PROC_NULL",
	},
	Limit: "Datatypes of unknown layout, and buffers in many pieces, are not compared. Buffers of several calls " +
		"are RACE003.",
	On:        rmaCalls,
	If:        Several,
	Arguments: true,
	Check: func(p *Pass) {
		m := &p.Call.RMA
		if m.Result == 0 && (p.Win == nil || m.Target != int64(p.Win.MyRank)) {
			return
		}
		reportAliased(p)
	},
}

// reportAliased reports a buffer that the call writes and that shares bytes with another of its buffers.
func reportAliased(p *Pass) {
	if a, b := p.Rank.Memory.Aliased(p.Call); a != nil {
		p.Report(nil, "%s writes %s, %s also in %s", p.Call.Kind, bufferOf(p.Call, a), ofWhich(a.Shared(b)),
			bufferOf(p.Call, b))
	}
}

// bufferOf names memory that a call uses.
func bufferOf(c *call.Call, m *call.Memory) string {
	if m.Window {
		return "target memory of its own rank"
	}
	return c.Sem.Enter[m.Arg]
}

func ofWhich(n int64) string {
	switch {
	case n < 0:
		return "bytes of which are"
	case n == 1:
		return "1 byte of which is"
	}
	return fmt.Sprintf("%s of which are", words.Bytes(n))
}
