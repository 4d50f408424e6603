// gomarmot: ranks=3
// Lock_all covers every rank of the window, including the rank's own.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_lock_all(0, win);
    for (int target = 0; target < 3; target++)
        MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
