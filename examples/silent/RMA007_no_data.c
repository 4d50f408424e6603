// Accumulates to MPI_PROC_NULL or of 0 elements combine no data, so the datatype
// and the operation need not fit.
#include <mpi.h>

int main(int argc, char **argv) {
    double *base, one[1] = {1}, old[1];
    MPI_Request request;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_fence(MPI_MODE_NOPUT, win);
    MPI_Accumulate(one, 0, MPI_BYTE, MPI_PROC_NULL, 0, 0, MPI_BYTE, MPI_SUM, win);
    MPI_Accumulate(one, 1, MPI_DOUBLE, MPI_PROC_NULL, 0, 1, MPI_DOUBLE, MPI_SUM, win);
    MPI_Accumulate(one, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, MPI_SUM, win);
    MPI_Get_accumulate(one, 0, MPI_BYTE, old, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, MPI_SUM, win);
    MPI_Put(one, 0, MPI_DOUBLE, 0, 0, 0, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_lock_all(0, win);
    MPI_Raccumulate(one, 0, MPI_BYTE, 0, 0, 0, MPI_BYTE, MPI_SUM, win, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
