// The loop variable is the origin of puts: which value arrives is up to chance.
// gomarmot: env=GOMARMOT_DIGEST=64K
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells;
    MPI_Win win;

    MPI_Win_allocate(N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock_all(0, win);
    for (int i = 0; i < N; i++)
        MPI_Put(&i, 1, MPI_INT, 1 - rank, i, 1, MPI_INT, win);
    MPI_Win_unlock_all(win); // want RACE006 "^origin_addr, which the pending MPI_Put reads until a flush or unlock, has changed since that call"
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
