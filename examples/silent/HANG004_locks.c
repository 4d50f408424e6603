// gomarmot: ranks=3
// Rank 0 holds a lock while it waits for rank 1, which does not need the lock meanwhile. Rank 1 has released
// its own lock earlier, as a message and later a value in a window show, or rank 1 takes the lock later.
#include <mpi.h>

enum { DATA, OTHER, FLAG };

static int zero, one = 1;

static int fetch(int cell, MPI_Win win) {
    int value;

    MPI_Fetch_and_op(&zero, &value, MPI_INT, 2, cell, MPI_NO_OP, win);
    MPI_Win_flush(2, win);
    return value;
}

static void put(int cell, MPI_Win win) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
    MPI_Put(&one, 1, MPI_INT, 2, cell, 1, MPI_INT, win);
    MPI_Win_unlock(2, win);
}

int main(int argc, char **argv) {
    int rank, *cells, *flags, value = 0;
    MPI_Win win, flag;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(3 * sizeof *flags, sizeof *flags, MPI_INFO_NULL, MPI_COMM_WORLD, &flags, &flag);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, flag);
        flags[DATA] = flags[OTHER] = flags[FLAG] = 0;
        MPI_Win_unlock(2, flag);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, flag);

    if (rank == 0) { /* a message */
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, DATA, 1, MPI_INT, win);
        MPI_Recv(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(2, win);
    } else if (rank == 1) {
        put(OTHER, win);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) { /* a value in a window */
        while (!fetch(FLAG, flag))
            ;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, DATA, 1, MPI_INT, win);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Win_unlock(2, win);
    } else if (rank == 1) {
        put(OTHER, win);
        MPI_Accumulate(&one, 1, MPI_INT, 2, FLAG, 1, MPI_INT, MPI_REPLACE, flag);
        MPI_Win_flush(2, flag);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    if (rank == 0) { /* later */
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&one, 1, MPI_INT, 2, DATA, 1, MPI_INT, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Win_unlock(2, win);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        put(OTHER, win);
    }

    MPI_Win_unlock_all(flag);
    MPI_Win_free(&flag);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
