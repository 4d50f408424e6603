// A count must not be negative. The number of cells to fetch was computed with
// its bounds the wrong way round.
#include <mpi.h>

int main(int argc, char **argv) {
    static int field[10];
    int rank, copy[10], first = 7, last = 4;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(field, sizeof field, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int count = last - first;
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(copy, count, MPI_INT, 1, 4, count, MPI_INT, win); // want RMA003 "count -3"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
