// Rank 1 sends a cell of its window in the epoch in which rank 0 puts to this cell.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, got = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    if (rank == 1)
        MPI_Send(cells, 1, MPI_INT, 0, 0, MPI_COMM_WORLD); // want RACE004 "MPI_Put of rank 0 writes, and MPI_Send of rank 1 loads, the same 4 bytes of rank 1.*no fence of both ranks lies between the two accesses"
    if (rank == 0)
        MPI_Recv(&got, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
