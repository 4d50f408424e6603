// Rank 0 waits with MPI_Win_sync for a flag in shared memory. Rank 1 sets the flag.
#include <mpi.h>

enum { READY = 0, DONE = 1 };

int main(int argc, char **argv) {
    int rank, unit;
    MPI_Aint size;
    volatile int *flags;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? 2 * sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &flags);

    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0)
        flags[READY] = flags[DONE] = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);

    if (rank == 0) {
        while (!flags[READY])
            MPI_Win_sync(win);
    } else if (rank == 1) {
        flags[READY] = 1;
        MPI_Win_sync(win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
