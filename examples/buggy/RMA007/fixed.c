// The target is updated with a predefined operation; the special part of the
// result is computed after the fence, by the rank that owns it.
#include <mpi.h>

int main(int argc, char **argv) {
    static int sum;
    int rank, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&sum, sizeof sum, sizeof sum, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_fence(0, win);
    sum %= 7;

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
