// MPI_Win_free requires the rank's part in RMA communication to be complete. The
// lock is released, but the request of MPI_Rput is still pending; the wait for
// it comes only after the window has been freed.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 42, *cell;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Rput(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win, &request);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win); // want WIN008 "request"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
