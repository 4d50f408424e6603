// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no sessions
// A group is used after its session is finalized. Another session is open.
#include <mpi.h>

int main(void) {
    MPI_Session program, library;
    MPI_Group all, mine;
    int zero = 0;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &program);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &library);
    MPI_Group_from_session_pset(library, "mpi://WORLD", &all);
    MPI_Session_finalize(&library);
    MPI_Group_incl(all, 1, &zero, &mine); // want OBJ004 "^the argument group of MPI_Group_incl is a group of a session that is finalized$"
    MPI_Group_free(&mine);
    MPI_Group_free(&all);
    MPI_Session_finalize(&program);
    return 0;
}
