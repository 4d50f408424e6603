// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Rank 1 waits for partition 0, which rank 0 marks as ready before its put.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, arrived = 0, *cells, parts[4] = {0};
    int value = 1, second = 2;
    MPI_Win win;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Psend_init(parts, 2, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Pready(1, request);
    } else {
        MPI_Precv_init(parts, 2, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        while (!arrived)
            MPI_Parrived(request, 0, &arrived);
        MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 1.*neither rank waits until the other has completed its access"
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
