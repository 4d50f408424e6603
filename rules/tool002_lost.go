package rules

import (
	"fmt"

	"github.com/gomarmot/gomarmot/tracker"
)

// lostEvents is a rank with gaps in its record.
var lostEvents = &Rule{
	ID:       "TOOL002",
	Title:    "events were lost",
	Severity: Warning,
	Scope:    RankScope,
	Since:    "0.1",
	Says:     "Every MPI call that gomarmot follows is in the log.",
	Doc: "Calls of this rank could not be recorded because the disk was full, the log could not be written anywhere, " +
		"or there was no memory for another thread (at most 65,535 at once); or the process was killed within " +
		"milliseconds of a call whose arrays take more than half of its ring; or the calls were recorded and the log " +
		"has been damaged since. What happened in the gap is unknown, so no rule checks the rank from there on.",
	Advice: "Give the log a directory with enough space (GOMARMOT_LOG), or the process more memory, and run again; " +
		"if the process was killed in or right after a call with large arrays, with larger rings " +
		"(GOMARMOT_RING_SLOTS). Restore files that were damaged or left out when the log was copied.",
	Limit:    "Which calls are missing is not known.",
	AfterGap: true,
	Finish: func(p *Pass) {
		if !p.Rank.Gap {
			return
		}
		lost := "events"
		if n := p.Rank.Lost; n > 0 {
			lost = fmt.Sprintf("%d events", n)
		}
		at := tracker.Site{Rank: int32(p.Rank.World)}
		p.ReportAt(at, tracker.Object{}, nil, "%s of rank %d were lost: its calls from there on are not checked", lost,
			p.Rank.World)
	},
}
