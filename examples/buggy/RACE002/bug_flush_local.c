// MPI_Win_flush_local completes the sum at its origin only: at the target, the sum may
// still be under way when rank 1 replaces the value after the barrier.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush_local(1, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Accumulate(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, win); // want RACE002 "MPI_SUM and MPI_REPLACE.*MPI_Win_flush_local completes MPI_Accumulate of rank 0 at its origin only"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
