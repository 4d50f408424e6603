// The ranks take turns with a lock in a window of rank 0: a compare-and-swap takes the lock. No rank
// releases it, so the second rank polls for it forever.
// gomarmot: hang
#include <mpi.h>
#include <unistd.h>

enum { FREE = 0, TAKEN = 1 };

static void take(MPI_Win win) {
    const long taken = TAKEN, is_free = FREE;
    long was;

    do {
        MPI_Compare_and_swap(&taken, &is_free, &was, MPI_LONG, 0, 0, win); // want HANG003 "^no rank made progress for .*: rank [01] polls with MPI_Compare_and_swap for a change of window 1 of MPI_COMM_WORLD at displacement 0 of rank 0, which contains 1; one other rank waits in an MPI call$"
        MPI_Win_flush(0, win);
        if (was != FREE)
            usleep(100);
    } while (was != FREE);
}

int main(int argc, char **argv) {
    int rank;
    long *lock;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *lock, sizeof *lock, MPI_INFO_NULL, MPI_COMM_WORLD, &lock, &win);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    *lock = FREE;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    take(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
