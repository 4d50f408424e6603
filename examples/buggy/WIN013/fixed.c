// The memory of the window comes from MPI_Alloc_mem,
// so that locks work with every MPI library.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 42, *cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(sizeof(int), MPI_INFO_NULL, &cell);
    MPI_Win_create(cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Free_mem(cell);
    MPI_Finalize();
    return 0;
}
