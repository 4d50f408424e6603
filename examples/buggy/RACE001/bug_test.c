// Rank 1 tests the nonblocking barrier, and puts although the barrier is not complete.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, done;
    int value = 1, second = 2;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
    }
    if (rank == 1) {
        MPI_Ibarrier(MPI_COMM_WORLD, &request);
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 1.*; the MPI_Ibarrier of rank 1 is not complete before its access: complete its request first"
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
