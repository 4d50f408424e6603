package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// shortRead is a read that stops at the end of the file, unnoticed.
var shortRead = &Rule{
	ID:       "FILE013",
	MPI:      "2.0",
	Title:    "read got less than requested, and its status is ignored",
	Severity: Note,
	Scope:    RankScope,
	Since:    "0.3",
	Cite:     "MPI-4.1, Data Access Conventions",
	Says: "A read attempts to transfer the data that the program asks for. Its status says how much data it has " +
		"transferred.",
	Doc: "A read that reaches the end of the file does not fail: it returns MPI_SUCCESS, and the rest of the buffer " +
		"keeps its old contents. A program that passes MPI_STATUS_IGNORE goes on with them. The reason is often an " +
		"offset in the wrong unit, a wrong displacement of the view, or a file shorter than the program expects.",
	Advice: "Pass a status, and compare the result of MPI_Get_count with the number of elements requested. Offsets " +
		"count etypes of the view, and the displacement of a view counts bytes.",
	Silent: []string{
		"a read whose status is not MPI_STATUS_IGNORE, whether or not the program looks at it",
		"a rank that has asked for the size of the file with MPI_File_get_size",
		"a file opened with MPI_MODE_CREATE, which may be a new file",
	},
	Limit: "Nonblocking reads are not checked. Collective reads of ROMIO, which is part of MPICH, say that they have " +
		"got all data even if the file ends earlier.",
	On: kindsWhere(func(s *calls.Sem) bool { return s.Got >= 0 }),
	Done: func(p *Pass) {
		got := p.Call.Got()
		if got < 0 || !p.Rank.IgnoresStatus(p.Call) || !opened(p.File) {
			return
		}
		asked := requested(p)
		if got >= asked || p.File.Has(p.Rank.Flavour.ModeCreate) || p.File.SizeAsked {
			return
		}
		var related []Related
		if v := &p.File.View; !v.Site.IsZero() {
			related = append(related, At(roleBegan, v.Site, "the view was set here"))
		}
		p.Report(related, "%s gets %s of the %d bytes requested%s, and the program ignores the status", p.Call.Kind,
			orNone(got), asked, fromOffset(p.Call))
	},
}

// requested returns the number of bytes that the program has asked a read for; -1: unknown.
func requested(p *Pass) int64 {
	if p.Call.IO.Half != calls.SplitEnd {
		return p.Call.IO.Bytes()
	}
	if s := p.File.Ends(&p.Call.IO); s != nil {
		return s.IO.Bytes()
	}
	return -1
}

func orNone(n int64) string {
	if n == 0 {
		return "none"
	}
	return fmt.Sprint(n)
}

// fromOffset names the explicit offset of a data access.
func fromOffset(c *call.Call) string {
	if c.IO.Pointer != calls.PointerExplicit || c.IO.Half == calls.SplitEnd {
		return ""
	}
	return fmt.Sprintf(" from offset %d", c.IO.Offset)
}
