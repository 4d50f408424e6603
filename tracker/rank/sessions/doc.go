// Package sessions follows how a rank initializes and finalizes MPI: by MPI_Init and MPI_Finalize, or by sessions.
package sessions
