package sessions

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/rank/reading"
)

// Sessions is the state of a rank's initialization: by MPI_Init and MPI_Finalize, or by sessions.
type Sessions struct {
	reading *reading.Reading

	staying int          // sessions that have not entered MPI_Session_finalize
	First   tracker.Site // the first MPI_Session_init; zero: none

	Inited bool
	InitBy tracker.Site // the MPI_Init or MPI_Init_thread that returned
	// Finalized: the process has called MPI_Finalize or, if it uses only sessions, MPI_Session_finalize of the last
	// session.
	Finalized   bool
	FinalizedAt tracker.Site // that call; zero before

	Later Later
}

// Later is an MPI_Session_init after the last MPI_Session_finalize, with which recording has ended.
type Later struct {
	Site   tracker.Site // zero: none
	Open   bool         // it did not return
	Signal int64        // a signal of a fault in it; 0: none
}

// Begin makes the part ready for the first event.
func (ss *Sessions) Begin(d *reading.Reading) { ss.reading = d }

// Open applies an MPI_Session_init that has returned.
func (ss *Sessions) Open(at tracker.Site) {
	ss.Inited = true
	ss.staying++
	if ss.First.IsZero() {
		ss.First = at
	}
}

// Any reports whether there has been a session.
func (ss *Sessions) Any() bool { return !ss.First.IsZero() }

// Remain reports whether a session is open that has not entered MPI_Session_finalize.
func (ss *Sessions) Remain() bool { return ss.staying > 0 }

// Leave applies the entry of MPI_Session_finalize. For the last session it finalizes MPI, in a process that has never
// called MPI_Init.
func (ss *Sessions) Leave(at tracker.Site) {
	ss.staying--
	if ss.staying == 0 && ss.InitBy.IsZero() && !ss.reading.Gap {
		ss.Finalize(at)
	}
}

// Stay applies a failed MPI_Session_finalize: the session is still open.
func (ss *Sessions) Stay(at tracker.Site) {
	ss.staying++
	if ss.FinalizedAt == at {
		ss.Finalized, ss.FinalizedAt = false, tracker.Site{}
	}
}

// Initialize applies an MPI_Init or MPI_Init_thread that has returned.
func (ss *Sessions) Initialize(at tracker.Site) { ss.Inited, ss.InitBy = true, at }

// Finalize applies the entry of the call that finalizes MPI.
func (ss *Sessions) Finalize(at tracker.Site) { ss.Finalized, ss.FinalizedAt = true, at }

// SessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions,
// and is known never to have called MPI_Init.
func (ss *Sessions) SessionsOnly() bool {
	return !ss.First.IsZero() && ss.InitBy.IsZero() && !ss.reading.Gap && len(ss.reading.Unseen) == 0
}
