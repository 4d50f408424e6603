// gomarmot: ranks=3
// Rank 1 reads the flag, asks rank 0 for data, and gets the data without another read of
// the flag: the value that it has read is from before rank 0 set the flag.
#include <mpi.h>

enum { DATA, ASKED, FLAG };

static int zero, one = 1;

static int fetch(int cell, MPI_Win win) {
    int value;

    MPI_Fetch_and_op(&zero, &value, MPI_INT, 2, cell, MPI_NO_OP, win);
    MPI_Win_flush(2, win);
    return value;
}

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 7, result = 0, seen;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        cells[DATA] = cells[ASKED] = cells[FLAG] = 0;
        MPI_Win_unlock(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        while (!fetch(ASKED, win))
            ;
        MPI_Put(&value, 1, MPI_INT, 2, DATA, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        MPI_Accumulate(&one, 1, MPI_INT, 2, FLAG, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
    } else if (rank == 1) {
        seen = fetch(FLAG, win);
        MPI_Accumulate(&one, 1, MPI_INT, 2, ASKED, 1, MPI_INT, MPI_REPLACE, win);
        MPI_Win_flush(2, win);
        if (seen == 0)
            MPI_Get(&result, 1, MPI_INT, 2, DATA, 1, MPI_INT, win); // want RACE001 "MPI_Fetch_and_op of rank 1 could order them, but returned 0, the value from before MPI_Accumulate of rank 0"
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
