// gomarmot: ranks=3
// A rank may hold locks on different targets at the same time; here each of the
// three ranks locks all windows, its own too, in the same order.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    for (int target = 0; target < 3; target++)
        MPI_Win_lock(MPI_LOCK_SHARED, target, 0, win);
    for (int target = 0; target < 3; target++)
        MPI_Put(&rank, 1, MPI_INT, target, rank, 1, MPI_INT, win);
    for (int target = 0; target < 3; target++)
        MPI_Win_unlock(target, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
