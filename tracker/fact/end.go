package fact

import (
	"syscall"

	"github.com/gomarmot/gomarmot/tracker"
)

// EndState says how a rank's run ended, as far as its log shows.
type EndState uint8

// The end states.
const (
	EndedFinalized  EndState = iota + 1 // MPI_Finalize was called
	EndedExit                           // the process exited without MPI_Finalize
	EndedInCall                         // the process exited inside an MPI call: an error handler ended it
	EndedAbort                          // the process called MPI_Abort
	EndedStuck                          // killed while it waited in a blocking MPI call
	EndedBrief                          // killed, or crashed, just after it had entered a blocking MPI call
	EndedBusy                           // killed outside of blocking MPI calls
	EndedPolls                          // killed while it called MPI again and again, and found nothing
	EndedKilled                         // killed before the job ended, by a fault of its own for example
	EndedNoLog                          // nothing is known
	EndedUnwatched                      // recording stopped, the program ran on
	EndedFinalizing                     // killed in MPI_Finalize, which all ranks had called
)

// Unfinished reports whether the rank was killed, and its log shows no reason for that.
func (s EndState) Unfinished() bool { return s >= EndedStuck && s <= EndedPolls }

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

// Stand says where a rank is that did not come.
type Stand struct {
	Rank    int32
	How     EndState       // 0: there is no such rank in the log
	Running bool           // the job has not ended: How is for now
	Freed   bool           // it has freed the object, At
	In      bool           // it is in the call At
	Signal  syscall.Signal // as RankEnd
	At      tracker.Site
	On      tracker.Object // of a collective call on a communicator: which one; else zero
	// Behind are the calls of the ranks that the call At waits for.
	Behind []tracker.Site
	// Instead is a call like the one that it did not come to.
	Instead Elsewhere
	// Waits is what the call At waits for; nil where that is unknown, or the call is collective.
	Waits *Waiting
}
