package rules

// neverFreed is a window that still exists at MPI_Finalize.
var neverFreed = &Rule{
	ID:       "WIN009",
	MPI:      "2.0",
	Title:    "window never freed",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, Finalizing MPI; Window Destruction",
	Says:     "MPI_Finalize does not free objects that the program created; only files must be closed before it.",
	Doc: "The window still exists when MPI_Finalize is called, and MPI_Win_free, which is collective, can no longer " +
		"be called. That is legal, but the window's memory stays registered with the network, attributes are not " +
		"deleted, and some implementations fail or hang during shutdown.",
	Advice: "Call MPI_Win_free on all ranks of the window before MPI_Finalize.",
	Silent: []string{"a program that is aborted or exits without MPI_Finalize",
		"an MPI_Win_free that returned an error"},
	Limit: "Windows created by calls that gomarmot did not see are not checked.",
	Finish: finalized(func(p *Pass) {
		for _, w := range p.Rank.Windows.Living() {
			if live(w) {
				p.ReportAt(w.Made, w.Object(), nil, "%s was not freed before %s", w, p.Rank.Sessions.FinalizedAt.Call)
			}
		}
	}),
}
