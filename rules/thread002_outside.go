package rules

// OutsideMPI is an MPI call before MPI_Init or after MPI_Finalize.
var OutsideMPI = &Rule{
	ID:       "THREAD002",
	MPI:      "2.0",
	Title:    "MPI call before MPI_Init or after MPI_Finalize",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Starting and Ending MPI",
	Says:     "MPI calls are made after the initialisation of MPI and before its end, but for the few that the standard names.",
	Doc: "The library is not there yet, or not any more. Most libraries end the program in such a call; some answer with " +
		"whatever is in their memory. Destructors, exit handlers and threads that nobody waited for are the usual origin.",
	Advice: "Move the call between MPI_Init and MPI_Finalize; free MPI objects before MPI_Finalize, and join threads first.",
	Silent: []string{
		"MPI_Initialized, MPI_Finalized, MPI_Get_version, MPI_Get_library_version",
		"calls on info objects, error codes and error handlers, which MPI-4.0 allows at any time",
		"sessions",
	},
	Limit: "Calls before MPI_Init are known once MPI_Init has come: a library that ends the program in the call itself leaves " +
		"no log. The first eight of each kind are kept.",
	Finish: func(p *Pass) {
		for _, s := range p.Rank.Strays {
			when := "before MPI_Init"
			if s.After {
				when = "after MPI_Finalize"
			}
			p.ReportAt(s.Site, "", nil, "%s is called %s", s.Site.Call, when)
		}
	},
}
