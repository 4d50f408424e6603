// gomarmot: ranks=2 provoked=PROV003
// The buffer of MPI_Put is used again before the lock is released.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value, size = sizeof(int);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        value = 1;
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        value = 2;
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    printf("rank %d: %d\n", rank, cell[0]);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
