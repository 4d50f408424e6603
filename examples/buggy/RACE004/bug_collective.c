// Rank 0 gets the sum of rank 1 after MPI_Allreduce, which may return on rank 0 before rank 1 has its sum.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int sum = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    MPI_Allreduce(&rank, cells, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Get(&sum, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want RACE004 "MPI_Allreduce of rank 1 stores to, and MPI_Get of rank 0 reads, the same 4 bytes of rank 1"
        MPI_Win_flush(1, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
