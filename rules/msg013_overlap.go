package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/state"
)

// SendrecvOverlap is an exchange whose two buffers share memory.
var SendrecvOverlap = &Rule{
	ID:       "MSG013",
	MPI:      "1.0",
	Title:    "buffers of MPI_Sendrecv overlap",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Send-Receive",
	Says:     "The send buffer and the receive buffer of MPI_Sendrecv are disjoint.",
	Doc: "What arrives may overwrite what has not been sent yet. Whether it does depends on the length of the message and " +
		"on the MPI library.",
	Advice: "Use two buffers, or MPI_Sendrecv_replace, which sends a buffer and receives into it.",
	Silent: []string{
		"a count of 0 in either direction",
		"MPI_Sendrecv_replace",
		"buffers that interleave without a common byte",
		"MPI_PROC_NULL in either direction",
	},
	Limit: "Datatypes of unknown layout, and buffers in many pieces, are not checked.",
	On:    []calls.Kind{calls.Sendrecv, calls.Isendrecv},
	Check: func(p *Pass) {
		out, in := &p.Call.Sends, &p.Call.Receives
		if !out.Moves || !in.Moves || !out.Type.Usable() || !in.Type.Usable() {
			return
		}
		a, b := bufferAt(out), bufferAt(in)
		if a.Overlaps(&b) {
			p.Report(nil, "%s receives %d %s into memory of the %d %s that it sends", p.Call.Kind, in.Count, in.Type, out.Count, out.Type)
		}
	},
}

func bufferAt(d *state.Data) state.Buffer {
	return state.Buffer{Addr: d.Disp, Count: d.Count, Type: d.Type, Writes: d.Writes}
}
