// gomarmot: ranks=3
// Barriers let the ranks write in rank order.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

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

    for (int k = 0; k < 3; k++) {
        if (k == rank) {
            value = rank;
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
            MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
            MPI_Win_unlock(0, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    if (rank == 0)
        printf("last %d\n", cell[0]);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
