// MPI_Comm_split leaves rank 1 out: it gets MPI_COMM_NULL, but all ranks ask for the
// size of the new communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int size;
    MPI_Comm part;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? 0 : MPI_UNDEFINED, 0, &part);
    MPI_Comm_size(part, &size); // want OBJ001 "argument comm of MPI_Comm_size is MPI_COMM_NULL"
    if (part != MPI_COMM_NULL)
        MPI_Comm_free(&part);

    MPI_Finalize();
    return 0;
}
