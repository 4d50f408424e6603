// gomarmot: ranks=3
// Rank 1 is late, so rank 0 first receives the message of rank 2 and answers rank 2, which still
// sends to rank 1. If that send had to wait, rank 0 could receive the message of rank 1 first.
// gomarmot: skip-provoked-send if rank 0 takes the message of rank 2 first, its answer waits for a rank that waits for rank 1: HANG004 is silent since it cannot know
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, k;
    int value = 1, other = 0;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (k = 0; k < 2; k++) {
            MPI_Recv(&other, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
            MPI_Send(&value, 1, MPI_INT, status.MPI_SOURCE, 2, MPI_COMM_WORLD);
        }
    } else if (rank == 1) {
        usleep(50000);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&other, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&other, 1, MPI_INT, 2, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
        MPI_Recv(&other, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
