// gomarmot: ranks=2 hang
// The ranks fence two windows in opposite order: rank 0 waits on the first window
// for rank 1, which waits on the second window for rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win second;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &second);
    MPI_Win_fence(0, rank == 0 ? win : second); // want FENCE009 "rank 1"
    MPI_Win_fence(0, rank == 0 ? second : win);
    MPI_Win_free(&second);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
