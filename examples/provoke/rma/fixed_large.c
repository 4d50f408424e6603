// gomarmot: ranks=2
// gomarmot: skip-openmpi it has no large counts before version 5
// Accumulates of one origin to one location keep their order, with and without large counts.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int one = 1, two = 2, three = 3;
    int *cell, size = sizeof(int);
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    *cell = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate_c(&two, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Accumulate(&three, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    printf("rank %d: %d\n", rank, *cell);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
