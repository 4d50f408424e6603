// Rank 1 fetches into the cell that rank 0 puts to.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    else
        MPI_Get(&cells[0], 1, MPI_INT, 0, 1, 1, MPI_INT, win); // want RACE004 "MPI_Put of rank 0 writes, and MPI_Get of rank 1 stores to, the same 4 bytes of rank 1"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
