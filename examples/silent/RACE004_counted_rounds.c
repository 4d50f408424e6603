// Ranks 1 and 2 add to two counters of rank 0 atomically. Rank 0 polls one of the counters by loads, with or
// without MPI_Win_sync, then waits for the second counter, changes the first counter by a load and a store, and
// starts the next round.
// gomarmot: access=auto ranks=3
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { COUNT, TOLD, ROUND, SIZE, ROUNDS = 5 };

static long fetch(int at, MPI_Win win, long add) {
    long old;

    MPI_Fetch_and_op(&add, &old, MPI_LONG, 0, at, add ? MPI_SUM : MPI_NO_OP, win);
    MPI_Win_flush(0, win);
    return old;
}

// MPICH needs an MPI call here so that the calls of other ranks make progress.
static int progress(void) {
    int there;

    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, MPI_STATUS_IGNORE);
    usleep(50);
    return !there;
}

int main(int argc, char **argv) {
    int rank, size;
    volatile long *mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(SIZE * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    mine[COUNT] = mine[TOLD] = mine[ROUND] = 0;
    MPI_Win_lock_all(0, win);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 1; round <= ROUNDS; round++) {
        if (rank == 0) {
            const int at = round % 2 ? COUNT : TOLD;
            const long awaited = round % 2 ? size - 1 : (size - 1) * round;

            while (mine[at] < awaited)
                if (progress() && round < 3)
                    MPI_Win_sync(win);
            while (mine[TOLD] < (size - 1) * round)
                if (progress())
                    MPI_Win_sync(win);
            mine[COUNT] -= size - 1;
            MPI_Win_sync(win);
            mine[ROUND] = round;
            MPI_Win_sync(win);
        } else {
            fetch(COUNT, win, 1);
            fetch(TOLD, win, 1);
            while (fetch(ROUND, win, 0) < round)
                ;
        }
    }
    MPI_Win_unlock_all(win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%ld\n", mine[COUNT]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
