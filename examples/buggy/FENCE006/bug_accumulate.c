// gomarmot: ranks=3
// MPI_MODE_NOPUT also excludes accumulates: rank 2 promises that its
// window stays unchanged, but both other ranks add to the window.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    *base = 0;
    MPI_Win_fence(rank == 2 ? MPI_MODE_NOPUT : 0, win);
    if (rank != 2)
        MPI_Accumulate(&rank, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win); // want FENCE006 "window of rank .*NOPUT"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
