// gomarmot: ranks=1
// gomarmot: skip-openmpi-4.1 it has no sessions
// Process sets are numbered from 0: the last number is one less than their number.
#include <mpi.h>

int main(void) {
    int n, length = MPI_MAX_PSET_NAME_LEN;
    char name[MPI_MAX_PSET_NAME_LEN];
    MPI_Session session;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
    MPI_Session_get_num_psets(session, MPI_INFO_NULL, &n);
    for (int i = 1; i <= n; i++)
        MPI_Session_get_nth_pset(session, MPI_INFO_NULL, i, &length, name); // want OBJ004 "MPI_Session_get_nth_pset with n [0-9]+, but MPI_Session_get_num_psets has returned [0-9]+, and the sets are numbered from 0" TOOL003 "killed"
    MPI_Session_finalize(&session);
    return 0;
}
