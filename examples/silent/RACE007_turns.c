// Two ranks take turns by a flag in shared memory, and store one value of 4 bytes in each turn: MPI_Win_sync comes
// before and after the loads of the flag.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { ROUNDS = 5, APART = 16 };

static MPI_Win win;
static volatile int *value, *turn;
static int rank;

/* MPI_Win_sync follows the load that has found the turn. */
static void await_then_sync(void) {
    int flag;

    while (*turn != rank) {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
    }
    MPI_Win_sync(win);
}

/* MPI_Win_sync comes before each load. */
static void sync_then_await(void) {
    int flag;

    do {
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
        MPI_Win_sync(win);
    } while (*turn != rank);
}

static void take_turns(void (*await)(void)) {
    for (int i = 0; i < ROUNDS; i++) {
        await();
        *value = rank + i;
        MPI_Win_sync(win);
        *turn = !rank;
        MPI_Win_sync(win);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
}

int main(int argc, char **argv) {
    int unit, *memory;
    MPI_Aint size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? (APART + 1) * sizeof *memory : 0, sizeof *memory, MPI_INFO_NULL,
                            MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &memory);
    value = memory;
    turn = memory + APART;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0)
        *turn = 0;
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    take_turns(await_then_sync);
    take_turns(sync_then_await);
    if (rank == 0)
        printf("%d\n", *value);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
