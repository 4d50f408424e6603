// gomarmot: ranks=3
// Each of three ranks locks its own window and then the window of its neighbor:
// the ranks may wait in a circle. The pauses only let this run come to an end.
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
    int size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    wait_a_while(rank);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, right, 0, win); // want LOCK011 "rank 0 holds an exclusive lock on rank 0 and asks for an exclusive lock on rank 1, rank 1 holds .* rank 2 holds an exclusive lock on rank 2 and asks for an exclusive lock on rank 0"
    MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
