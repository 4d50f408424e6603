// Each rank reads a cell of the other rank under a shared lock. While it
// still holds the shared lock, it takes an exclusive lock on its own window
// and writes the value there. The pause only lets this run come to an end.
#include <mpi.h>

// Pauses inside MPI calls: other ranks may need the MPI library of this rank meanwhile.
static void wait_a_while(double seconds) {
    int flag;
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(64 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 1) {
        wait_a_while(1);
        MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
        MPI_Get(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Win_flush(0, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 32, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Win_unlock(0, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win); // want LOCK011 "rank 0 holds a shared lock on rank 1 and asks for an exclusive lock on rank 0, rank 1 holds a shared lock on rank 0 and asks for an exclusive lock on rank 1"
        MPI_Put(&value, 1, MPI_INT, 0, 32, 1, MPI_INT, win);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
