// gomarmot: ranks=3
// Rank 1 tries to take the lock until rank 0 has released it.
#include <mpi.h>

enum { DATA, TRIED, LOCK };

static int zero, one = 1;

static int fetch(int cell, MPI_Win win) {
    int value;

    MPI_Fetch_and_op(&zero, &value, MPI_INT, 2, cell, MPI_NO_OP, win);
    MPI_Win_flush(2, win);
    return value;
}

static void set(int cell, int value, MPI_Win win) {
    MPI_Accumulate(&value, 1, MPI_INT, 2, cell, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_flush(2, win);
}

static int try_lock(MPI_Win win) {
    int held;

    MPI_Compare_and_swap(&one, &zero, &held, MPI_INT, 2, LOCK, win);
    MPI_Win_flush(2, win);
    return !held;
}

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 3;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(3 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        cells[DATA] = cells[TRIED] = cells[LOCK] = 0;
        MPI_Win_unlock(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        try_lock(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        while (!fetch(TRIED, win))
            ;
        MPI_Accumulate(&value, 1, MPI_INT, 2, DATA, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(2, win);
        set(LOCK, 0, win);
    } else if (rank == 1) {
        int got = try_lock(win);
        set(TRIED, 1, win);
        while (!got)
            got = try_lock(win);
        MPI_Accumulate(&value, 1, MPI_INT, 2, DATA, 1, MPI_INT, MPI_PROD, win);
        MPI_Win_flush(2, win);
        set(LOCK, 0, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
