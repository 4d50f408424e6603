// gomarmot: ranks=4
// Rank 0 holds a lock while it sends to rank 1, which first waits for rank 2. Rank
// 2 takes the same lock before rank 0 takes it, or after rank 2 has sent to rank 1.
#include <mpi.h>
#include <stddef.h>

/* Puts under a lock and, before the unlock, sends message (if any) to rank 1. */
static void put(int rank, int cell, MPI_Win win, const int *message) {
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 3, cell, 1, MPI_INT, win);
    if (message)
        MPI_Send(message, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Win_unlock(3, win);
}

int main(int argc, char **argv) {
    int rank, *cells, value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 2, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        put(rank, 0, win, &value);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        put(rank, 1, win, NULL);
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    /* Rank 2 takes the lock after it has sent the message that rank 1 waits for. */
    if (rank == 0) {
        put(rank, 0, win, &value);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        put(rank, 1, win, NULL);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
