package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/pmpi/calls"
)

// messagePeer is a send or receive that names a rank that is not there.
var messagePeer = &Rule{
	ID:       "MSG001",
	MPI:      "1.0",
	Title:    "destination or source outside the group",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite: "MPI-4.1, Message Envelope; Intercommunication; Communication Initialization and Starting with " +
		"Partitioning",
	Says: "The destination of a message is a rank of the communicator's group, of an intercommunicator's remote " +
		"group, or MPI_PROC_NULL; so is the source, which may be MPI_ANY_SOURCE as well, except in MPI_Precv_init.",
	Doc: "The rank is negative, or not smaller than the size of the group. Often a neighbor at the edge is not " +
		"replaced by MPI_PROC_NULL, a rank of MPI_COMM_WORLD is used on a smaller communicator, or a loop goes one " +
		"rank too far.",
	Advice: "Use ranks of the communicator that the call is made on, and MPI_PROC_NULL where there is no neighbor.",
	Silent: []string{
		"MPI_PROC_NULL",
		"MPI_ANY_SOURCE in receives and probes, except for MPI_Precv_init",
		"ranks of an intercommunicator's remote group that the local group does not have",
	},
	Limit:     "A rank that exists but is not the intended one is not detected. Invalid communicators are OBJ001.",
	On:        messageCalls,
	If:        OddArgument,
	Arguments: true,
	Check: func(p *Pass) {
		s := p.Call.Sem
		if s.Comm < 0 {
			return
		}
		n := peersOf(p.Call.Comm)
		if n == 0 {
			return
		}
		f := p.Rank.Flavour
		if s.Dest >= 0 {
			if v := p.Call.In[s.Dest]; v != f.ProcNull && (v < 0 || v >= n) {
				reportPeer(p, "to", v, n)
			}
		}
		if s.Source >= 0 {
			if v := p.Call.In[s.Source]; v != f.ProcNull && (v != f.AnySource || !takesWildcards(s.Kind)) &&
				(v < 0 || v >= n) {
				reportPeer(p, "from", v, n)
			}
		}
	},
}

func reportPeer(p *Pass, way string, rank, n int64) {
	comm := p.Call.Comm
	group := "its group has only ranks 0 to"
	if comm.Inter {
		group = "its remote group has only ranks 0 to"
	}
	if rank == p.Rank.Flavour.AnySource {
		p.ReportAt(p.Call.Site, comm.Object(), nil, "%s %s MPI_ANY_SOURCE, which %s", p.Call.Kind, way,
			wildcardUsers(p.Call.Kind))
		return
	}
	p.ReportAt(p.Call.Site, comm.Object(), []Related{At(roleCreated, comm.Made, "the communicator was created here")},
		"%s %s %s of %s, but %s %d", p.Call.Kind, way, peerText(p.Rank.Flavour, rank), comm, group, n-1)
}

// peerText names a rank that no message can have.
func peerText(f *calls.Flavour, rank int64) string {
	switch rank {
	case f.AnySource:
		return "MPI_ANY_SOURCE"
	case f.Root:
		return "MPI_ROOT"
	case f.Undefined:
		return "MPI_UNDEFINED"
	}
	return fmt.Sprintf("rank %d", rank)
}
