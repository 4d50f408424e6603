// gomarmot: ranks=3 hang
// Rank 0 sends on one communicator and rank 1 receives on
// another: both hang, and so neither rank reaches the barrier.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);

    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD); // want HANG001 "rank 0.* to receive its message with tag 4 on MPI_COMM_WORLD, but rank 1 receives on communicator 1"
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 4, other, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
