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
	Doc: "Calls of this rank could not be kept, because the disk was full, there was no place for the log, " +
		"or there was no memory to record one more thread (at most 65,535 at once). What happened in the gap is " +
		"unknown, so from there on no rule judges the rank.",
	Advice: "Give the log a folder with enough space (GOMARMOT_LOG), or the process more memory, and run again.",
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
