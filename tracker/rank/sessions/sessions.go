package sessions

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Sessions are how a rank begins and ends MPI: by MPI_Init and MPI_Finalize, or by sessions.
type Sessions struct {
	reading *reading.Reading

	staying int          // sessions that have not entered MPI_Session_finalize
	First   tracker.Site // the MPI_Session_init that has opened the first one; zero: there has been none

	Inited bool
	InitBy tracker.Site // the MPI_Init or MPI_Init_thread that has initialized MPI
	// finalized: the process ends MPI as it should. It has called MPI_Finalize or, if it
	// knows sessions only, MPI_Session_finalize of the last of them.
	Finalized   bool
	FinalizedAt tracker.Site // that call; zero before
}

// Begin makes the part ready for the first event.
func (ss *Sessions) Begin(d *reading.Reading) { ss.reading = d }

// Open takes an MPI_Session_init that has returned.
func (ss *Sessions) Open(at tracker.Site) {
	ss.Inited = true
	ss.staying++
	if ss.First.IsZero() {
		ss.First = at
	}
}

// Any reports whether there has been a session.
func (ss *Sessions) Any() bool { return !ss.First.IsZero() }

// Leave takes an MPI_Session_finalize that was entered. That of the last session ends MPI
// in a process that has never called MPI_Init.
func (ss *Sessions) Leave(at tracker.Site) {
	ss.staying--
	if ss.staying == 0 && ss.InitBy.IsZero() && !ss.reading.Gap {
		ss.Finalize(at)
	}
}

// Stay takes an MPI_Session_finalize that has failed: the session is still open.
func (ss *Sessions) Stay(at tracker.Site) {
	ss.staying++
	if ss.FinalizedAt == at {
		ss.Finalized, ss.FinalizedAt = false, tracker.Site{}
	}
}

// Initialize takes an MPI_Init or MPI_Init_thread that has returned.
func (ss *Sessions) Initialize(at tracker.Site) { ss.Inited, ss.InitBy = true, at }

// Finalize takes the call that ends MPI, which was entered.
func (ss *Sessions) Finalize(at tracker.Site) { ss.Finalized, ss.FinalizedAt = true, at }

// SessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions,
// and is known never to have called MPI_Init.
func (ss *Sessions) SessionsOnly() bool {
	return !ss.First.IsZero() && ss.InitBy.IsZero() && !ss.reading.Gap && len(ss.reading.Unseen) == 0
}
