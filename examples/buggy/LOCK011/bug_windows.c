// Rank 0 locks the first window and then the second window, rank 1 in
// the opposite order. The pause only lets this run come to an end.
#include <mpi.h>

// Pauses inside MPI calls: other ranks may need the MPI library of this rank meanwhile.
static void wait_a_while(double seconds) {
    int flag;
    double end = MPI_Wtime() + seconds;
    while (MPI_Wtime() < end)
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    int rank, *cells, *more;
    int value = 1;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(4 * sizeof *more, sizeof *more, MPI_INFO_NULL, MPI_COMM_WORLD, &more, &other);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, other); // want LOCK011 "rank 0 holds an exclusive lock on rank 0 of window 1 .* and asks for an exclusive lock on rank 0 of window 2 .*, rank 1 holds"
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, other);
        MPI_Win_unlock(0, other);
        MPI_Win_unlock(0, win);
    } else {
        wait_a_while(1);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, other);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 0, 1, 1, MPI_INT, other);
        MPI_Win_unlock(0, win);
        MPI_Win_unlock(0, other);
    }

    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
