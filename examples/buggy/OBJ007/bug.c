// The tag combines a message number and a kind. Not every MPI library supports tags that
// large.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 3;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 5 << 16, MPI_COMM_WORLD); // want OBJ007 "tag 327680"
    else if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 5 << 16, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ007 "tag 327680"
    MPI_Finalize();
    return 0;
}
