// Two puts share one request variable. The wait completes one of them; the handle of the
// other put is overwritten and lost.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, row[2] = {1, 2}, *cells;
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        for (int i = 0; i < 2; i++)
            MPI_Rput(&row[i], 1, MPI_INT, 1, i, 1, MPI_INT, win, &request); // want RMA011 "never completed"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
