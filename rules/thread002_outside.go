package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank"
)

// outsideMPI is an MPI call before MPI_Init or after MPI_Finalize.
var outsideMPI = &Rule{
	ID:       "THREAD002",
	MPI:      "2.0",
	Title:    "MPI call before MPI_Init, or during or after MPI_Finalize, or second MPI_Init",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Starting and Ending MPI; MPI and Threads",
	Says: "MPI calls are made after MPI is initialized and before it is finalized, except for the few that the " +
		"standard allows at any time. All threads of a process complete their MPI calls before one of them calls " +
		"MPI_Finalize. MPI_Init or MPI_Init_thread is called once.",
	Doc: "MPI is not yet initialized, or already finalized. Most libraries end the program in such a call; some " +
		"answer with whatever is in their memory. Such calls often come from destructors, exit handlers and threads " +
		"that were never joined. A second MPI_Init is often made by a library.",
	Advice: "Call MPI only between MPI_Init and MPI_Finalize, or while a session is open. Before the call that ends " +
		"MPI, free MPI objects and join the threads that call MPI; finalize each session once. Libraries ask " +
		"MPI_Initialized before they initialize MPI, or open a session of their own.",
	Silent: []string{
		"MPI_Initialized, MPI_Finalized, MPI_Get_version, MPI_Get_library_version",
		"calls on info objects, error codes and error handlers, which MPI-4.0 allows at any time",
		"sessions, also together with MPI_Init, or one that begins after the last one has ended",
		"other threads that call MPI until a function deletes an attribute of MPI_COMM_SELF, with which MPI_Finalize " +
			"begins",
	},
	Limit: "If the library ends the program in a call before MPI_Init, there is no log: only a line on the error " +
		"stream says which call that was, and where. Open MPI's mpi_f08 may end the program after MPI_Finalize " +
		"before the call can be seen. Only the first eight of each kind are kept. If a thread tests or probes again " +
		"and again without success while another thread is in MPI_Finalize, only the first test is seen, or a test " +
		"in which the library ends the process.",
	On: []calls.Kind{calls.Init, calls.InitThread, calls.Finalize},
	Check: func(p *Pass) {
		if p.Call.Kind == calls.Finalize { // reported at once, because the library may end the process in this call
			for _, at := range p.Rank.OthersIn(p.Call) {
				p.Report([]Related{At(roleConflicts, at, "this call of the other thread had not returned")},
					"MPI_Finalize is called while thread %d is in %s", at.Thread, at.Call)
			}
			return
		}
		if first := p.Rank.Sessions.InitBy; !first.IsZero() {
			p.Report([]Related{At(roleCreated, first, "MPI was initialized here")},
				"%s is called, but MPI is already initialized", p.Call.Kind)
		}
	},
	Finish: func(p *Pass) {
		for _, s := range p.Rank.Threads.Strays {
			switch {
			case !s.During.IsZero():
				p.ReportAt(s.Site, tracker.Object{}, []Related{At(roleConflicts, s.During,
					"the other thread was in this call")},
					"thread %d calls %s while thread %d is in MPI_Finalize",
					s.Site.Thread, s.Site.Call, s.During.Thread)
			case s.After:
				p.ReportAt(s.Site, tracker.Object{}, nil, "%s is called after %s", s.Site.Call, endOfMPI(p.Rank))
			default:
				p.ReportAt(s.Site, tracker.Object{}, nil, "%s is called before MPI_Init", s.Site.Call)
			}
		}
		if at, in := p.Rank.Sessions.FinalizedAt, p.Rank.EndedBeside(); in != 0 {
			p.ReportAt(at, tracker.Object{}, nil, "the process ended in %s of another thread while MPI_Finalize had "+
				"not returned", in)
		}
	},
}

// endOfMPI names the call that has ended MPI in the process.
func endOfMPI(r *rank.Rank) string {
	if r.Sessions.FinalizedAt.Call == calls.SessionFinalize {
		return "the last MPI_Session_finalize"
	}
	return "MPI_Finalize"
}
