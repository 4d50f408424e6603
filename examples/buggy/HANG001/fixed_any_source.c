// Rank 0 sends first.
// gomarmot: ranks=3
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(&theirs, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank > 0)
        MPI_Send(&mine, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
