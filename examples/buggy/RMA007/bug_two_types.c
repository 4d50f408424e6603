// Both datatypes of an accumulate must come down to the same predefined type.
// The origin gives int where the target has long.
#include <mpi.h>

int main(int argc, char **argv) {
    static long sum;
    int rank, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&sum, sizeof sum, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_LONG, MPI_SUM, win); // want RMA007 "MPI_INT.*MPI_LONG"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
