// Replaces ucp_disconnect_nb, which MPI_Finalize of MPICH 4.0 calls for each connection. The
// original waits for the other rank, which may already have exited; about half of all jobs on three
// hosts then hang. The connections end with the process anyway.
#include <stddef.h>

void *ucp_disconnect_nb(void *connection) {
    (void)connection;
    return NULL; // the connection is closed
}
