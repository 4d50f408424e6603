package fact

import (
	"syscall"

	"github.com/gomarmot/gomarmot/tracker"
)

// RankEnd says how a rank's run ended.
type RankEnd struct {
	Rank    int
	How     EndState
	In      tracker.Site   // the call that never returned, if any; of one that polls the first that found nothing
	Last    tracker.Site   // the last recorded call
	Signal  syscall.Signal // that it died of; 0: unknown
	Success bool           // it exited with status 0
	Waiting *Waiting       // what that call waits for, nil where that is not known
	Besides []OtherCall    // the calls that other threads of the rank wait in
}

// OtherCall is a call that one of several threads of a rank waits in.
type OtherCall struct {
	Site    tracker.Site
	Waiting *Waiting // as RankEnd
}

// Ends is the end of a run in which some rank did not call MPI_Finalize, or did not return from it.
type Ends struct{ Ranks []RankEnd }
