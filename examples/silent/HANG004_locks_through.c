// gomarmot: ranks=4
// Rank 0 holds a lock while it waits for rank 1, which waits for rank 2, and rank 2 needs the lock too: but it has asked for
// it before rank 0 does, or asks for it after it has sent what rank 1 waits for.
#include <mpi.h>
#include <stddef.h>

/* Puts under a lock; a message to rank 1 goes out under it, too. */
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

    /* Rank 2 takes the lock later, after the message that rank 1 waits for. */
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
