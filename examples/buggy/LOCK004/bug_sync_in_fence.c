// gomarmot: ranks=2
// The ranks store to their windows between two fences. MPI_Win_sync may not be called
// there: an epoch of fences is not a passive target epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    base[0] = rank;
    MPI_Win_sync(win); // want LOCK004 "MPI_Win_sync, but this rank holds no lock on the window"
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
