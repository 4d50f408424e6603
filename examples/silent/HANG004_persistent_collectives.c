// gomarmot: ranks=3
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The ranks start two persistent collective operations in different
// orders, and exchange messages between the start and the completion.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, left, right;
    int value = 1, sum = 0, theirs = 0;
    MPI_Request operations[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &operations[0]);
    MPI_Allreduce_init(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, MPI_INFO_NULL, &operations[1]);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&operations[rank % 2]);
        MPI_Start(&operations[1 - rank % 2]);
        MPI_Sendrecv(&rank, 1, MPI_INT, right, 0, &theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&operations[rank % 2], MPI_STATUS_IGNORE);
        MPI_Wait(&operations[1 - rank % 2], MPI_STATUS_IGNORE);
    }

    MPI_Request_free(&operations[0]);
    MPI_Request_free(&operations[1]);
    MPI_Finalize();
    return 0;
}
