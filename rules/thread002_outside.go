package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker"
)

// OutsideMPI is an MPI call before MPI_Init or after MPI_Finalize.
var OutsideMPI = &Rule{
	ID:       "THREAD002",
	MPI:      "2.0",
	Title:    "MPI call before MPI_Init or after MPI_Finalize, or second MPI_Init",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Starting and Ending MPI",
	Says: "MPI calls are made after MPI is initialized and before it is finalized, except for the few that the standard " +
		"allows at any time. MPI_Init or MPI_Init_thread is called once.",
	Doc: "MPI is not yet initialized, or already finalized. Most libraries end the program in such a call; some answer " +
		"with whatever is in their memory. Common origins are destructors, exit handlers and threads that were never " +
		"joined. A second MPI_Init is often that of a library.",
	Advice: "Move the call between MPI_Init and MPI_Finalize; free MPI objects before MPI_Finalize, and join threads first. " +
		"Libraries ask MPI_Initialized before they initialize MPI.",
	Silent: []string{
		"MPI_Initialized, MPI_Finalized, MPI_Get_version, MPI_Get_library_version",
		"calls on info objects, error codes and error handlers, which MPI-4.0 allows at any time",
		"sessions, also together with MPI_Init",
	},
	Limit: "If the library ends the program in a call before MPI_Init, there is no log: only a line on the error " +
		"stream says which call that was, and where. Open MPI's mpi_f08 may end the program after MPI_Finalize before the call " +
		"can be seen. Only the first eight of each kind are kept.",
	On: []calls.Kind{calls.Init, calls.InitThread},
	Check: func(p *Pass) {
		if first := p.Rank.InitBy; !first.IsZero() {
			p.Report([]Related{At(first, "MPI was initialized here")}, "%s is called, but MPI is already initialized", p.Call.Kind)
		}
	},
	Finish: func(p *Pass) {
		for _, s := range p.Rank.Strays {
			when := "before MPI_Init"
			if s.After {
				when = "after MPI_Finalize"
			}
			p.ReportAt(s.Site, tracker.Object{}, nil, "%s is called %s", s.Site.Call, when)
		}
	},
}
