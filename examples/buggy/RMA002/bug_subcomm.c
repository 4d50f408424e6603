// gomarmot: ranks=3
// Target ranks count in the window's group. Here ranks 1 and 2 of
// MPI_COMM_WORLD share a window, where they are 0 and 1: there is no rank 2.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Comm pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank == 0 ? MPI_UNDEFINED : 1, rank, &pair);

    if (pair != MPI_COMM_NULL) {
        MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, pair, &win);
        MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
        MPI_Win_fence(0, win);
        if (rank == 1)
            MPI_Put(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RMA002 "rank 2"
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Comm_free(&pair);
    }

    MPI_Finalize();
    return 0;
}
