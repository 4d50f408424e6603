// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no sessions
// Both groups come from one session. The empty group belongs to no session.
#include <mpi.h>

int main(void) {
    MPI_Session program, library;
    MPI_Group all, its, none;
    int result;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &program);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &library);
    MPI_Group_from_session_pset(library, "mpi://WORLD", &all);
    MPI_Group_from_session_pset(library, "mpi://SELF", &its);
    MPI_Group_compare(all, its, &result);
    MPI_Group_compare(all, MPI_GROUP_EMPTY, &result);
    MPI_Group_intersection(its, MPI_GROUP_EMPTY, &none);
    MPI_Group_free(&all);
    MPI_Group_free(&its);
    MPI_Session_finalize(&library);
    MPI_Session_finalize(&program);
    return 0;
}
