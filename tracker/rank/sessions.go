package rank

import (
	"github.com/gomarmot/gomarmot/tracker"
)

// Inited reports whether MPI has been initialized.
func (r *Rank) Inited() bool { return r.sessions.Inited }

// InitBy returns the MPI_Init or MPI_Init_thread that has initialized MPI; zero if there has been none.
func (r *Rank) InitBy() tracker.Site { return r.sessions.InitBy }

// FirstSession returns the MPI_Session_init that has opened the first session; zero if there has been none.
func (r *Rank) FirstSession() tracker.Site { return r.sessions.First }

// Finalized reports whether the process ends MPI as it should. It has called MPI_Finalize or, if it
// knows sessions only, MPI_Session_finalize of the last of them.
func (r *Rank) Finalized() bool { return r.sessions.Finalized }

// FinalizedAt returns that call; zero before.
func (r *Rank) FinalizedAt() tracker.Site { return r.sessions.FinalizedAt }

// SessionsOnly reports whether MPI_COMM_WORLD and MPI_COMM_SELF do not exist in the process: it has opened sessions,
// and is known never to have called MPI_Init.
func (r *Rank) SessionsOnly() bool { return r.sessions.SessionsOnly() }
