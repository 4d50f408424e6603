// gomarmot: ranks=3
// Rank 0 sets the flag after the put, without a flush: rank 1, which waits for the flag, may get the old data.
#include <mpi.h>

enum { DATA = 0, FLAG = 100 };

static int zero, one = 1;

int main(int argc, char **argv) {
    int rank, *cells, value = 7, result = 0, seen = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(101 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    cells[DATA] = cells[FLAG] = 0;
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 2, DATA, 1, MPI_INT, win);
        MPI_Accumulate(&one, 1, MPI_INT, 2, FLAG, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    } else if (rank == 1) {
        while (!seen) {
            MPI_Fetch_and_op(&zero, &seen, MPI_INT, 2, FLAG, MPI_NO_OP, win);
            MPI_Win_flush(2, win);
        }
        MPI_Get(&result, 1, MPI_INT, 2, DATA, 1, MPI_INT, win); // want RACE001 "rank 0 may have set a flag for rank 1, but before MPI_Put of rank 0 is complete; call MPI_Win_flush first, and set the flag after that$"
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
