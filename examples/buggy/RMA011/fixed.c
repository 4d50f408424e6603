// The program waits for the request. After the unlock the wait returns at once.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 42, *cell;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        MPI_Win_unlock(1, win);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
