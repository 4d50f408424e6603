// gomarmot: ranks=3
// A fence with MPI_MODE_NOPRECEDE ends no epoch and need not act as a barrier: the
// fence of the other window does not keep the two puts apart.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;
    int *edge;
    MPI_Win halo;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(sizeof *edge, sizeof *edge, MPI_INFO_NULL, MPI_COMM_WORLD, &edge, &halo);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_unlock(2, win);
    }
    MPI_Win_fence(MPI_MODE_NOPRECEDE, halo);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank [12].*their locks let both in at once, and neither rank waits until the other has completed its access; in the MPI_Win_fence with MPI_MODE_NOPRECEDE between the two, rank 1 need not wait for rank 0: call MPI_Barrier there, too"
        MPI_Win_unlock(2, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, halo);

    MPI_Win_free(&halo);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
