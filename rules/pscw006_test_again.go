package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// testAgain is a test after the test that ended the exposure epoch.
var testAgain = &Rule{
	ID:       "PSCW006",
	MPI:      "2.0",
	Title:    "test again after flag = true",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Once MPI_Win_test has returned flag = true, it must not be called again until the window is posted " +
		"again.",
	Doc: "MPI_Win_test with flag = true ends the exposure epoch, as MPI_Win_wait does. A further test has no epoch " +
		"to test: it may fail, or return flag = false forever.",
	Advice: "Stop testing at flag = true, or post the window before the next test.",
	Silent: []string{"MPI_Win_test repeated while flag = false", "MPI_Win_test after a new MPI_Win_post"},
	Limit:  "Windows created by calls that gomarmot did not see are not checked.",
	On:     []calls.Kind{calls.WinTest},
	Check: func(p *Pass) {
		if !live(p.Win) {
			return
		}
		e := &p.Win.Post
		if e.Open || e.Tested.IsZero() || e.Slack() {
			return
		}
		p.Report([]Related{At(roleEnded, e.Tested, "this test returned flag = true")},
			"MPI_Win_test after a test that returned flag = true, without a new MPI_Win_post")
	},
}
