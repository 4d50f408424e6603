// MPI_IN_PLACE says that the data is in its place already.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int all[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 2, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
