// The flush that completes the put of rank 0 follows the barrier. A barrier
// completes no access, and the put of rank 1 may come first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_flush_all(win);
    if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 1.*rank 1 synchronizes with rank 0 before MPI_Put of rank 0 is complete; call MPI_Win_flush or unlock"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
