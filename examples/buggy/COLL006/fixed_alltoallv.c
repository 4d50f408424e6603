// The blocks to receive lie behind the blocks to send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int data[16] = {0};
    int counts[2] = {3, 3}, places[2] = {0, 3};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Alltoallv(data, counts, places, MPI_INT, data + 6, counts, places, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
