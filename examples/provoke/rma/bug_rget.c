// gomarmot: ranks=2 provoked=PROV003
// The result of MPI_Rget is read before its request is complete.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, result = 0, seen = 0;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    *cell = 40 + rank;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Rget(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        seen = result;
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    printf("rank %d: cell %d, seen %d\n", rank, *cell, seen);
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
