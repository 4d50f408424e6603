// Two gets share one request variable. The wait completes the second one; the
// handle of the first one is overwritten and lost.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, copy[2], *cells;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[0] = cells[1] = rank;
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        for (int i = 0; i < 2; i++)
            MPI_Rget(&copy[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request); // want RMA011 "never"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
