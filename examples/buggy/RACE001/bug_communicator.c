// gomarmot: ranks=4
// Each barrier is on a communicator of every second rank. Ranks 0 and 1 are in different
// communicators, and neither waits for the other.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, second = 2;
    MPI_Win win;
    MPI_Comm half;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
    }
    MPI_Barrier(half);
    if (rank == 1)
        MPI_Put(&second, 1, MPI_INT, 2, 0, 1, MPI_INT, win); // want RACE001 "reach the same 4 bytes of rank [12].*their locks let both in at once, and neither rank waits until the other has completed its access; the MPI_Barrier of rank 0 after its access is on a communicator that rank 1 is not in: call it on a communicator of both"
    MPI_Win_unlock_all(win);

    MPI_Comm_free(&half);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
