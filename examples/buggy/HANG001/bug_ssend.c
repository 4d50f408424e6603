// A synchronous send waits for its receive, however short the message is.
// Ranks 0 to 2 send in a ring before they receive; rank 3 waits for rank 0.
// gomarmot: ranks=4 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int next;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    next = (rank + 1) % 3;
    if (rank < 3) {
        MPI_Ssend(&mine, 1, MPI_INT, next, 0, MPI_COMM_WORLD); // want HANG001 "ranks 0, 1, 2 wait for each other: .*. Rank 3 waits for these"
        MPI_Recv(&theirs, 1, MPI_INT, (rank + 2) % 3, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    if (rank == 3)
        MPI_Recv(&theirs, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 0)
        MPI_Send(&mine, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
