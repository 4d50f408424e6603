// gomarmot: ranks=1
// MPI_ERRORS_RETURN is freed although no call has returned it.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Errhandler handler = MPI_ERRORS_RETURN;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Errhandler_free(&handler); // want OBJ003 "MPI_Errhandler_free of MPI_ERRORS_RETURN"

    MPI_Finalize();
    return 0;
}
