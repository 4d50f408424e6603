// gomarmot: ranks=3
// Each rank releases one lock before it asks for the next one: the order does not
// matter.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    for (int i = 0; i < 6; i++) {
        int target = rank ? i % 3 : 2 - i % 3;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
        MPI_Put(&rank, 1, MPI_INT, target, 0, 1, MPI_INT, win);
        MPI_Win_unlock(target, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
