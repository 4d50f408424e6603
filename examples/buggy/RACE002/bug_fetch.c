// gomarmot: ranks=3
// Rank 0 updates a cell with the maximum while rank 1 updates it with the minimum. Their
// shared locks let both ranks in at once.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2, result = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Fetch_and_op(&value, &result, MPI_INT, 2, 3, MPI_MAX, win);
        MPI_Win_unlock(2, win);
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 2, 0, win);
        MPI_Get_accumulate(&second, 1, MPI_INT, &result, 1, MPI_INT, 2, 3, 1, MPI_INT, MPI_MIN, win); // want RACE002 "MPI_(MAX and MPI_MIN|MIN and MPI_MAX)"
        MPI_Win_unlock(2, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
