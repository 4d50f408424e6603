// One rank stores to shared memory and the other rank loads from it, with each kind of window synchronization
// between: fences, post and start epochs, locks, flushes and MPI_Win_sync, with a barrier or messages.
// gomarmot: access=auto
#include <mpi.h>
#include <stddef.h>

enum { N = 100, STEPS = 3 };

static double *memory;
static int rank, other;
static double sum;

static void store(double value) {
    for (int i = 0; i < N; i++)
        memory[i] = value + i;
}

static void load(void) {
    for (int i = 0; i < N; i++)
        sum += memory[i];
}

static void by_fences(MPI_Win win) {
    for (int n = 0; n < STEPS; n++) {
        MPI_Win_fence(0, win);
        if (rank == n % 2)
            store(n);
        MPI_Win_fence(0, win);
        load();
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 0)
        store(5);
    MPI_Win_fence(MPI_MODE_NOPUT, win);
    load();
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win);
}

static void by_post_and_start(MPI_Win win, MPI_Group peer) {
    for (int n = 0; n < STEPS; n++) {
        if (rank == n % 2) {
            MPI_Win_start(peer, 0, win);
            store(n);
            MPI_Win_complete(win);
        } else {
            MPI_Win_post(peer, 0, win);
            MPI_Win_wait(win);
            load();
        }
    }
}

static void by_locks(MPI_Win win) {
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        store(7);
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        load();
        MPI_Win_unlock(0, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static void by_flushes(MPI_Win win) {
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    for (int n = 0; n < STEPS; n++) {
        if (rank == 0) {
            store(n);
            MPI_Win_flush_all(win);
            MPI_Send(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_sync(win);
        } else {
            MPI_Recv(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_flush(0, win);
            load();
            MPI_Win_sync(win);
            MPI_Send(NULL, 0, MPI_INT, other, 0, MPI_COMM_WORLD);
        }
    }
    MPI_Win_unlock_all(win);
}

int main(int argc, char **argv) {
    MPI_Aint size;
    MPI_Win win;
    MPI_Group world, peer;
    int unit;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;

    MPI_Win_allocate_shared(rank == 0 ? N * sizeof(double) : 0, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &memory);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &other, &peer);

    by_fences(win);
    by_post_and_start(win, peer);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    by_locks(win);
    by_flushes(win);

    MPI_Group_free(&peer);
    MPI_Group_free(&world);
    MPI_Win_free(&win);
    MPI_Finalize();
    return sum < 0;
}
