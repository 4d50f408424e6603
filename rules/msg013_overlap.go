package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/datatype"
	"github.com/gomarmot/gomarmot/tracker/op"
)

// sendrecvOverlap is an exchange, or a call that computes at once, whose two buffers share memory.
var sendrecvOverlap = &Rule{
	ID:       "MSG013",
	MPI:      "1.0",
	Title:    "buffers of MPI_Sendrecv, MPI_Pack, MPI_Unpack or MPI_Reduce_local overlap",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Send-Receive; Procedure Specification",
	Says: "The send buffer and the receive buffer of MPI_Sendrecv are disjoint. So are the buffers that MPI_Pack, " +
		"MPI_Unpack and MPI_Reduce_local read and write: memory that a call writes is not passed as another " +
		"argument, too.",
	Doc: "Arriving data may overwrite data that has not been sent yet, depending on the length of the message and " +
		"on the MPI library. The same holds for data that is packed, unpacked or combined; MPICH refuses equal " +
		"buffers of MPI_Reduce_local.",
	Advice: "Use two buffers, or MPI_Sendrecv_replace, which sends a buffer and receives into it.",
	Silent: []string{
		"a count of 0 in either direction",
		"MPI_Sendrecv_replace",
		"buffers that interleave without a common byte",
		"MPI_PROC_NULL in either direction",
		"a part of the packed buffer that the call does not use",
	},
	Limit: "Datatypes of unknown layout, and buffers in many pieces, are not checked; nor are MPI_Pack_external and " +
		"MPI_Unpack_external. Buffers of collective calls are COLL006, those of RMA calls RMA013.",
	On: []calls.Kind{calls.Sendrecv, calls.Isendrecv, calls.Pack, calls.Unpack, calls.ReduceLocal},
	Check: func(p *Pass) {
		switch p.Call.Kind {
		case calls.ReduceLocal:
			reportAliased(p)
		case calls.Pack:
			checkPackOverlap(p, "inbuf", "incount", "outbuf", "MPI_Pack packs %d %s into memory that they are in")
		case calls.Unpack:
			checkPackOverlap(p, "outbuf", "outcount", "inbuf", "MPI_Unpack unpacks %d %s into memory that they are in")
		default:
			checkExchange(p)
		}
	},
}

func checkExchange(p *Pass) {
	out, in := &p.Call.Sends, &p.Call.Receives
	if !out.Moves || !in.Moves || !out.Type.Usable() || !in.Type.Usable() {
		return
	}
	a, b := bufferAt(out), bufferAt(in)
	if a.Overlaps(&b) {
		p.Report(nil, "%s receives %d %s into memory of the %d %s that it sends",
			p.Call.Kind, in.Count, in.Type, out.Count, out.Type)
	}
}

// checkPackOverlap compares elements of a datatype with the bytes into which they are packed.
func checkPackOverlap(p *Pass, buf, count, packed, text string) {
	c := p.Call
	d, n, position := p.Rank.Objects.Types.Lookup(c.Arg("datatype")), c.Arg(count), c.Arg("position")
	if d == nil || !d.Usable() || n <= 0 || position < 0 || c.Large { // in this case the position is not recorded
		return
	}
	a := datatype.Buffer{Addr: c.Arg(buf), Count: n, Type: d}
	b := datatype.Buffer{Addr: datatype.AddSat(c.Arg(packed), position), Count: datatype.MulSat(n, d.Size),
		Type: datatype.Memory}
	if a.Overlaps(&b) {
		p.Report(nil, text, n, d)
	}
}

func bufferAt(d *op.Data) datatype.Buffer {
	return datatype.Buffer{Addr: d.Addr, Count: d.Count, Type: d.Type, Writes: d.Writes}
}
