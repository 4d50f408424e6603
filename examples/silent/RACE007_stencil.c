// A stencil in shared memory: ranks read their neighbors' outermost cells after memory synchronization and a barrier.
// gomarmot: access=auto ranks=3
#include <mpi.h>

enum { CELLS = 16, STEPS = 4 };

int main(int argc, char **argv) {
    int rank, ranks, unit;
    double *mine, *left, *right, next[CELLS];
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    MPI_Win_allocate_shared(CELLS * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, (rank + ranks - 1) % ranks, &size, &unit, &left);
    MPI_Win_shared_query(win, (rank + 1) % ranks, &size, &unit, &right);

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < CELLS; i++)
        mine[i] = rank;
    for (int n = 0; n < STEPS; n++) {
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        next[0] = (left[CELLS - 1] + mine[1]) / 2;
        for (int i = 1; i < CELLS - 1; i++)
            next[i] = (mine[i - 1] + mine[i + 1]) / 2;
        next[CELLS - 1] = (mine[CELLS - 2] + right[0]) / 2;
        MPI_Win_sync(win);
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Win_sync(win);
        for (int i = 0; i < CELLS; i++)
            mine[i] = next[i];
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
