// gomarmot: skip-openmpi-4.1 it has no sessions
// The program first queries the length of each process set name, then the name.
#include <mpi.h>
#include <stddef.h>
#include <stdlib.h>

int main(void) {
    int n, length;
    MPI_Session session;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    for (int i = 0; i < n; i++) {
        length = 0;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, NULL);
        char *name = malloc(length);
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
        free(name);
    }
    MPI_Session_finalize(&session);
    return 0;
}
