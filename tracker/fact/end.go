package fact

import (
	"syscall"

	"github.com/gomarmot/gomarmot/tracker"
)

// RankEnd says how a rank's run ended.
type RankEnd struct {
	Rank    int
	How     EndState
	In      tracker.Site   // the call that never returned, if any; of a rank that polls, its first poll without success
	Last    tracker.Site   // the last recorded call
	Signal  syscall.Signal // that killed the process; 0: unknown
	Success bool           // the process exited with status 0
	Waiting *Waiting       // for whom In waits; nil: unknown
	Between bool           // killed when Last had returned, in no other recorded call
	Besides []OtherCall    // the calls that other threads of the rank wait in
}

// OtherCall is a call that a further thread of the rank waits in.
type OtherCall struct {
	Site    tracker.Site
	Waiting *Waiting // as in RankEnd
}

// Ends is the end of a run in which some rank did not call MPI_Finalize, or did not return from it.
type Ends struct{ Ranks []RankEnd }
