// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no sessions
// A library compares the group of its own session with the group of the program's session.
#include <mpi.h>

int main(void) {
    MPI_Session program, library;
    MPI_Group all, its;
    int result;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &program);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &library);
    MPI_Group_from_session_pset(program, "mpi://WORLD", &all);
    MPI_Group_from_session_pset(library, "mpi://WORLD", &its);
    MPI_Group_compare(all, its, &result); // want OBJ004 "^the arguments group1 and group2 of MPI_Group_compare come from different sessions$"
    MPI_Group_free(&all);
    MPI_Group_free(&its);
    MPI_Session_finalize(&library);
    MPI_Session_finalize(&program);
    return 0;
}
