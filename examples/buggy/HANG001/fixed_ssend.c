// Rank 0 receives first.
// gomarmot: ranks=4
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int next;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    next = (rank + 1) % 3;
    if (rank == 0) {
        MPI_Recv(&theirs, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Ssend(&mine, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
        MPI_Send(&mine, 1, MPI_INT, 3, 1, MPI_COMM_WORLD);
    } else if (rank < 3) {
        MPI_Ssend(&mine, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(&theirs, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
