// Package sessions follows how a rank begins and ends MPI: by MPI_Init and MPI_Finalize, or by sessions.
package sessions
