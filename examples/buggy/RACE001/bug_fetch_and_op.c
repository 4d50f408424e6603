// gomarmot: ranks=3
// Rank 1 resets the counter with a put while rank 0 takes a number from it.
// MPI_Fetch_and_op is atomic to other accumulates, but not to a put.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int result = 0, one = 1, zero = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Fetch_and_op(&one, &result, MPI_INT, 2, 0, MPI_SUM, win);
    else if (rank == 1)
        MPI_Put(&zero, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank 2.*their locks let both in at once"
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
