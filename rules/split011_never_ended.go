package rules

// neverEnded is a split collective still active at MPI_Finalize.
var neverEnded = &Rule{
	ID:       "SPLIT011",
	MPI:      "2.0",
	Title:    "split collective never ended",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.2",
	Cite:     "MPI-4.1, Split Collective Data Access Routines; Startup (MPI_Finalize)",
	Says:     "Every operation that was begun is ended by its end routine before MPI_Finalize.",
	Doc: "The operation is still active when MPI_Finalize is called: its data may not be in the file or in the " +
		"buffer, and the file is still open.",
	Advice: "Call the end routine, then close the file.",
	Silent: []string{"a program that ends without MPI_Finalize"},
	Limit:  "An operation active at MPI_File_close is SPLIT007.",
	Finish: finalized(func(p *Pass) {
		for _, s := range p.Rank.Files.Splits {
			if opened(s.File) {
				at := p.Rank.Sessions.FinalizedAt
				end := []Related{At(roleFollows, at, at.Call.String()+" was called here")}
				p.ReportAt(s.Begin, s.File.Object(), end, "no %s follows before %s", endOf(s.Begin.Call), at.Call)
			}
		}
	}),
}
