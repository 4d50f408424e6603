// MPI_Win_flush_local completes the put at its origin only: after the barrier the put may
// still be on its way to the target, and the get may come first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush_local(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Get(&result, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 1.*MPI_Win_flush_local completes MPI_Put of rank 0 at its origin only"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
