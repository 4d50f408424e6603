// The leaders of two groups, ranks 0 and 2, create an intercommunicator, but rank 2 first
// waits for a message that rank 0 sends afterwards. The other ranks wait for their leaders.
// gomarmot: ranks=4 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Comm half, across;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);

    if (rank == 2)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 9, &across); // want HANG001 "^ranks 0, 2 wait for each other: rank 0 in MPI_Intercomm_create waits for MPI_Intercomm_create from rank 2, which is in MPI_Recv.*; rank 2 in MPI_Recv .*2 more ranks wait for these"
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);

    MPI_Comm_free(&across);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
