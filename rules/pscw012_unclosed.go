package rules

import (
	"github.com/gomarmot/gomarmot/pmpi/calls"
	"github.com/gomarmot/gomarmot/tracker/rank/windows"
)

// epochUnclosed is a start never completed, or a post never waited for.
var epochUnclosed = &Rule{
	ID:       "PSCW012",
	MPI:      "2.0",
	Title:    "start never completed, or post never waited for",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Each process that called MPI_Win_start calls MPI_Win_complete, and each process that called " +
		"MPI_Win_post calls MPI_Win_wait.",
	Doc: "Without complete, the RMA calls of the epoch are not completed, and the targets wait for it forever. " +
		"Without wait, the rank does not know when the accesses to its window are over.",
	Advice: "Call MPI_Win_complete or MPI_Win_wait before the window is freed.",
	Silent: []string{"start or post with an empty group", "an exposure epoch that MPI_Win_test ended with flag = true",
		"ranks that did not reach MPI_Finalize"},
	Limit: "A start or post that returned an error does not count.",
	On:    []calls.Kind{calls.WinFree},
	Check: func(p *Pass) {
		w := p.Win
		if !live(w) {
			return
		}
		if w.Start.Active() {
			p.Report([]Related{At(roleBegan, w.Start.Site, "the access epoch was started here")},
				"MPI_Win_free, but no MPI_Win_complete has ended the access epoch opened by MPI_Win_start")
		}
		if w.Post.Active() {
			p.Report([]Related{At(roleBegan, w.Post.Site, "the exposure epoch was opened here")},
				"MPI_Win_free, but no MPI_Win_wait has ended the exposure epoch opened by MPI_Win_post")
		}
	},
	Finish: finalized(func(p *Pass) {
		for _, w := range p.Rank.Windows.Living() {
			if live(w) {
				unclosedAtEnd(p, w)
			}
		}
	}),
}

func unclosedAtEnd(p *Pass, w *windows.Win) {
	if w.Start.Active() {
		p.ReportAt(w.Start.Site, w.Object(), nil,
			"no MPI_Win_complete ends this access epoch before %s", p.Rank.Sessions.FinalizedAt.Call)
	}
	if w.Post.Active() {
		p.ReportAt(w.Post.Site, w.Object(), nil,
			"no MPI_Win_wait ends this exposure epoch before %s", p.Rank.Sessions.FinalizedAt.Call)
	}
}
