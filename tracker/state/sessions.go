package state

import (
	"github.com/gomarmot/gomarmot/tracker"
	"github.com/gomarmot/gomarmot/tracker/object"
)

// sessions are how a rank begins and ends MPI: by MPI_Init and MPI_Finalize, or by sessions.
type sessions struct {
	table     object.Table[*Session]
	staying   int          // those that have not entered MPI_Session_finalize
	first     tracker.Site // the MPI_Session_init that has opened the first one; zero: there has been none
	selfHooks bool         // MPI_Finalize may call functions of the program: MPI_COMM_SELF has attributes

	inited bool
	initBy tracker.Site // the MPI_Init or MPI_Init_thread that has initialized MPI
	// finalized: the process ends MPI as it should. It has called MPI_Finalize or, if it
	// knows sessions only, MPI_Session_finalize of the last of them.
	finalized   bool
	finalizedAt tracker.Site // that call; zero before
}

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
