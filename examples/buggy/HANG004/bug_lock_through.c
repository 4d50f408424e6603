// gomarmot: ranks=4
// Rank 0 sends to rank 1 while it holds a lock. Rank 1 receives first from rank 2, which sends only after it has
// held the lock. If rank 0 gets the lock first and MPI_Send waits for the receive, all three ranks wait forever.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 3, 0, 1, MPI_INT, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want HANG004 "rank 0 holds an exclusive lock on rank 3 in MPI_Send, where it may wait for rank 1, rank 1 for rank 2 in MPI_Recv, and rank 2 has to get an exclusive lock on rank 3 before it comes that far: if rank 0 gets its lock first, all wait forever"
        MPI_Win_unlock(3, win);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 3, 0, win);
        MPI_Put(&rank, 1, MPI_INT, 3, 1, 1, MPI_INT, win);
        MPI_Win_unlock(3, win);
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
