// The store and MPI_Win_sync are inside an epoch of MPI_Win_lock_all.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    base[0] = rank;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
