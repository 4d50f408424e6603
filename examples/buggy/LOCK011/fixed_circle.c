// gomarmot: ranks=3
// Each rank locks the lower of the two ranks first. So the last rank
// begins with its neighbor, and the ranks cannot wait in a circle.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int right = (rank + 1) % size;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank < right ? rank : right, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank < right ? right : rank, 0, win);
    MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Put(&rank, 1, MPI_INT, right, 1, 1, MPI_INT, win);
    MPI_Win_unlock(right, win);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
