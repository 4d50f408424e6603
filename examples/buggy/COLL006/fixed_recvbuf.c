// All ranks pass MPI_IN_PLACE as the send buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int data[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Alltoall(MPI_IN_PLACE, 1, MPI_INT, data, 1, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
