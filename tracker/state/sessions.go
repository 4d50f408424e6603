package state

import "github.com/gomarmot/gomarmot/tracker"

// sessions are how a rank begins and ends MPI: by MPI_Init and MPI_Finalize, or by sessions.
type sessions struct {
	reading *reading

	staying int          // sessions that have not entered MPI_Session_finalize
	first   tracker.Site // the MPI_Session_init that has opened the first one; zero: there has been none

	inited bool
	initBy tracker.Site // the MPI_Init or MPI_Init_thread that has initialized MPI
	// finalized: the process ends MPI as it should. It has called MPI_Finalize or, if it
	// knows sessions only, MPI_Session_finalize of the last of them.
	finalized   bool
	finalizedAt tracker.Site // that call; zero before
}

// begin makes the part ready for the first event.
func (ss *sessions) begin(d *reading) { ss.reading = d }

// open takes an MPI_Session_init that has returned.
func (ss *sessions) open(at tracker.Site) {
	ss.inited = true
	ss.staying++
	if ss.first.IsZero() {
		ss.first = at
	}
}

// any reports whether there has been a session.
func (ss *sessions) any() bool { return !ss.first.IsZero() }

// leave takes an MPI_Session_finalize that was entered. That of the last session ends MPI
// in a process that has never called MPI_Init.
func (ss *sessions) leave(at tracker.Site) {
	ss.staying--
	if ss.staying == 0 && ss.initBy.IsZero() && !ss.reading.Gap {
		ss.finalize(at)
	}
}

// stay takes an MPI_Session_finalize that has failed: the session is still open.
func (ss *sessions) stay(at tracker.Site) {
	ss.staying++
	if ss.finalizedAt == at {
		ss.finalized, ss.finalizedAt = false, tracker.Site{}
	}
}

// initialize takes an MPI_Init or MPI_Init_thread that has returned.
func (ss *sessions) initialize(at tracker.Site) { ss.inited, ss.initBy = true, at }

// finalize takes the call that ends MPI, which was entered.
func (ss *sessions) finalize(at tracker.Site) { ss.finalized, ss.finalizedAt = true, at }

// Inited reports whether MPI has been initialized.
func (r *Rank) Inited() bool { return r.sessions.inited }

// InitBy returns the MPI_Init or MPI_Init_thread that has initialized MPI; zero if there has been none.
func (r *Rank) InitBy() tracker.Site { return r.sessions.initBy }

// FirstSession returns the MPI_Session_init that has opened the first session; zero if there has been none.
func (r *Rank) FirstSession() tracker.Site { return r.sessions.first }

// Finalized reports whether the process ends MPI as it should. It has called MPI_Finalize or, if it
// knows sessions only, MPI_Session_finalize of the last of them.
func (r *Rank) Finalized() bool { return r.sessions.finalized }

// FinalizedAt returns that call; zero before.
func (r *Rank) FinalizedAt() tracker.Site { return r.sessions.finalizedAt }

// SessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions,
// and is known never to have called MPI_Init.
func (r *Rank) SessionsOnly() bool { return r.sessions.sessionsOnly() }

// sessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions,
// and is known never to have called MPI_Init.
func (ss *sessions) sessionsOnly() bool {
	return !ss.first.IsZero() && ss.initBy.IsZero() && !ss.reading.Gap && len(ss.reading.Unseen) == 0
}
