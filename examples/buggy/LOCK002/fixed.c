// The last rank's neighbor is rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    int next = (rank + 1) % size;
    if (MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win) == MPI_SUCCESS) {
        MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
        MPI_Win_unlock(next, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
