package rules

import "github.com/gomarmot/gomarmot/pmpi/calls"

// postWait is a post inside another exposure epoch, or a wait or test without
// a post.
var postWait = &Rule{
	ID:       "PSCW005",
	MPI:      "2.0",
	Title:    "post inside an exposure epoch, or wait without post",
	Severity: Error,
	Scope:    RankScope,
	Since:    "0.1",
	Cite:     "MPI-4.1, General Active Target Synchronization",
	Says: "Exposure epochs of one window must be disjoint, and MPI_Win_wait or MPI_Win_test end an epoch that " +
		"MPI_Win_post began.",
	Doc: "Only one exposure epoch may be open on a window. A second post, or a wait for an epoch that is not open, " +
		"fails in some implementations; others accept it, and hang or return early.",
	Advice: "Pair each MPI_Win_post with one MPI_Win_wait, or with tests until flag = true, on the same window.",
	Silent: []string{"a post for an empty group, and its wait", "MPI_Win_test repeated while flag = false",
		"exposure epochs on other windows"},
	Limit: "After a post that failed, a wait without post is not reported. Nor is a post inside a fence epoch in " +
		"which other ranks access the window.",
	On: []calls.Kind{calls.WinPost, calls.WinWait, calls.WinTest},
	Check: func(p *Pass) {
		if !live(p.Win) {
			return
		}
		e := &p.Win.Post
		if p.Call.Kind == calls.WinPost {
			g := p.Rank.Objects.Group(p.Call.In[p.Call.Sem.Group])
			if e.Active() && (g == nil || len(g.Members) > 0) {
				p.Report([]Related{At(roleBegan, e.Site, "the exposure epoch was opened here")},
					"MPI_Win_post while the exposure epoch opened by an earlier MPI_Win_post is open")
			}
			return
		}
		switch {
		case e.Open || e.Slack():
		case e.Tested.IsZero():
			p.Report([]Related{At(roleEnded, e.Done, "the last exposure epoch ended here")},
				"%s, but no MPI_Win_post has opened an exposure epoch", p.Call.Kind)
		case p.Call.Kind == calls.WinWait:
			p.Report([]Related{At(roleEnded, e.Tested, "this test returned flag = true")},
				"MPI_Win_wait, but MPI_Win_test has already ended the exposure epoch with flag = true, and no new "+
					"MPI_Win_post followed")
		}
	},
}
