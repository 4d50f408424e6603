// The two groups of the intercommunicator are merged into one, and the window
// is created on the resulting intracommunicator.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Comm half, inter, all;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank, 0, &half);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank, 0, &inter);
    MPI_Intercomm_merge(inter, rank, &all);

    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, all, &win);
    MPI_Win_free(&win);

    MPI_Comm_free(&all);
    MPI_Comm_free(&inter);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
