// gomarmot: ranks=1
// MPI_GROUP_EMPTY is freed although no call has returned it.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Group group = MPI_GROUP_EMPTY;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Group_free(&group); // want OBJ003 "MPI_Group_free of MPI_GROUP_EMPTY"

    MPI_Finalize();
    return 0;
}
