// Rank 1 puts after it has started the nonblocking barrier, and before the barrier is complete.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
    }
    MPI_Ibarrier(MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank [12].*their locks let both in at once, and neither rank waits until the other has completed its access; the MPI_Ibarrier of rank 1 is not complete before its access: complete its request first"
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
