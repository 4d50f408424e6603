package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/fact"
	"github.com/gomarmot/gomarmot/tracker/rank/call"
)

// bufferShared is the use of an active split collective's buffer by another
// MPI call.
var bufferShared = &Rule{
	ID:       "SPLIT010",
	MPI:      "2.0",
	Title:    "buffer of an active split collective used by another MPI call",
	Severity: Error,
	Scope:    BothScopes,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines",
	Says:     "The buffer passed to a begin routine is not used while the operation is outstanding.",
	Doc: "Another MPI call reads or writes memory of the buffer between begin and end. If either of them writes, the " +
		"outcome is undefined. If both read, most libraries handle it, but the standard forbids any use of the " +
		"buffer: a warning.",
	Advice: "Make the other call before the begin or after the end, or give it its own buffer.",
	Silent: []string{
		"adjacent buffers",
		"RMA calls that only read a buffer that is being written to the file",
		"messages to and from MPI_PROC_NULL",
		"the end of the operation itself",
	},
	Limit: "Buffers of point-to-point calls, of collectives with one count, of I/O and of RMA are checked at the " +
		"call that names them, but not buffers of persistent requests; operations that began earlier and are still " +
		"pending are RACE003. For collective calls with a block per rank, only the first block is compared. RMA by " +
		"another rank is checked if that rank's part of the same operation was active too and had not waited for " +
		"messages since its begin. Collective I/O on the same file handle is SPLIT001 or SPLIT006 only.",
	On:    bufferUsers,
	If:    InSplit,
	Check: checkBufferShared,
	Facts: []fact.Kind{fact.OfSplitReached},
	Job: func(p *JobPass) {
		f := p.Fact.(*fact.SplitReached)
		r := Report{Sites: []tracker.Site{f.Call}, Ranks: []int32{f.Begin.Rank}, Object: f.Object,
			Related: []Related{At(roleBegan, f.Begin, "the split collective was begun here")}}
		p.Report(r, "%s of rank %d %s memory of rank %d that %s %s until %s", f.Call.Call, f.Call.Rank, verb(f.Writes),
			f.Begin.Rank, f.Begin.Call, doing(f.Write), endOf(f.Begin.Call))
	},
}

// bufferUsers are the recorded calls that take a buffer.
var bufferUsers = func() []calls.Kind {
	var out []calls.Kind
	for i := range calls.Table {
		row := &calls.Table[i]
		if row.Rec != calls.None && row.Rec != calls.Now && call.UsesBuffer(row.Kind) {
			out = append(out, row.Kind)
		}
	}
	return out
}()

func checkBufferShared(p *Pass) {
	for _, x := range p.Rank.Memory.Conflicts(p.Call) {
		s, severity := x.Split, Error
		if s.File == p.File && p.Call.IO.Collective {
			continue // SPLIT001 or SPLIT006
		}
		if s.IO.Write && !x.Use.Writes {
			severity = Warning
			if calls.Of(p.Call.Kind).RMA != calls.NoRMA {
				continue
			}
		}
		what := "the buffer"
		if x.Use.Window {
			what = "window memory in the buffer"
		}
		p.ReportAs(severity, begun(s), "%s %s %s that %s %s until %s",
			p.Call.Kind, verb(x.Use.Writes), what, s.Begin.Call, doing(s.IO.Write), endOf(s.Begin.Call))
		return
	}
}

func verb(writes bool) string {
	if writes {
		return "writes to"
	}
	return "reads"
}

func doing(write bool) string {
	if write {
		return "writes to the file"
	}
	return "fills from the file"
}
