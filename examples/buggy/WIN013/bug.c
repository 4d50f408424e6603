// Passive target synchronization is portable only in memory that came from
// MPI_Alloc_mem or MPI_Win_allocate. This window is over memory from malloc.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, value = 42;
    int *cell = malloc(sizeof(int));
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cell, sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); // want WIN013 "MPI_Alloc_mem"
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    free(cell);
    MPI_Finalize();
    return 0;
}
