// gomarmot: ranks=1
// gomarmot: skip-openmpi-4.1 it has no sessions
// Process sets are numbered from 0.
#include <mpi.h>

int main(void) {
    int n, length;
    char name[MPI_MAX_PSET_NAME_LEN];
    MPI_Session session;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    for (int i = 0; i < n; i++) {
        length = MPI_MAX_PSET_NAME_LEN;
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name);
    }
    MPI_Session_finalize(&session);
    return 0;
}
