// The order of collective calls must agree on each communicator separately. MPI_Comm_split
// gives each rank its own communicator, on which the ranks make different collective calls.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, one = 1, sum = 0;
    MPI_Comm half;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);

    if (rank == 0) {
        MPI_Barrier(half);
        MPI_Bcast(&one, 1, MPI_INT, 0, half);
        MPI_Barrier(MPI_COMM_SELF);
    } else {
        MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, half, &win);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, half);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
