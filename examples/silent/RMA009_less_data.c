// As a message may be shorter than the receive buffer, a put may bring less than
// its target buffer holds, and a get less than its origin buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, row[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 2, MPI_INT, 1, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(row, 8, MPI_INT, 1, 0, 2, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
