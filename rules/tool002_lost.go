package rules

import "github.com/gomarmot/gomarmot/tracker"

// LostEvents is a rank whose record has gaps.
var LostEvents = &Rule{
	ID:       "TOOL002",
	Title:    "events were lost",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Says:     "Every MPI call that gomarmot follows is in the log.",
	Doc: "Calls of this rank could not be kept, because the disk was full or there was no place for the log. What " +
		"happened in the gap is unknown, so from there on no rule judges the rank.",
	Advice: "Give the log a folder with enough space (GOMARMOT_LOG), and run again.",
	Limit:  "Which calls are missing is not known.",
	Finish: func(p *Pass) {
		n := p.Rank.Lost
		if n == 0 {
			return
		}
		at := tracker.Site{Rank: int32(p.Rank.World)}
		p.ReportAt(at, "", nil, "%d events of rank %d were lost: its calls from there on are not judged", n, p.Rank.World)
	},
}
