// A rank without a neighbor takes no lock.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    int next = rank == 0 ? 1 : MPI_PROC_NULL;
    if (next != MPI_PROC_NULL) {
        MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win);
        MPI_Win_unlock(next, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
