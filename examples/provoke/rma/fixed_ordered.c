// gomarmot: ranks=2
// The standard promises that accumulates of one origin to one location keep their order;
// that includes MPI_Fetch_and_op and MPI_Raccumulate.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank, one = 1, two = 2, three = 3, before = 0;
    int *cell, size = sizeof(int);
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Accumulate(&one, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Fetch_and_op(&two, &before, MPI_INT, 1, 0, MPI_REPLACE, win);
        MPI_Raccumulate(&three, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
        printf("before: %d\n", before);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    printf("rank %d: %d\n", rank, cell[0]);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
