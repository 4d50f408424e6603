// gomarmot: ranks=2 provoked=PROV003
// The result of MPI_Rget_accumulate is read before MPI_Test reports that its request is complete.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value = 5, result = 0, seen = 0;
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
        MPI_Rget_accumulate(&value, 1, MPI_INT, &result, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win, &request);
        seen = result;
        for (int flag = 0; !flag;)
            MPI_Test(&request, &flag, MPI_STATUS_IGNORE);
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
