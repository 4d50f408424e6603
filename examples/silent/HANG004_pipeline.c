// gomarmot: ranks=4
// A pipeline: every rank but the first receives before it sends.
// Then even ranks send first, and odd ranks receive first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int value = 1, theirs = 0, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    for (int i = 0; i < 4; i++) {
        if (rank > 0)
            MPI_Recv(&value, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank < size - 1)
            MPI_Send(&value, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    }
    other = rank ^ 1;
    if (rank % 2 == 0)
        MPI_Send(&value, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
    MPI_Recv(&theirs, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank % 2 == 1)
        MPI_Send(&value, 1, MPI_INT, other, 1, MPI_COMM_WORLD);
    MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
