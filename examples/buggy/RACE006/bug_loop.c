// The loop variable is the origin of puts: which value arrives is up to chance.
// gomarmot: access=auto
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        for (int i = 0; i < N; i++) // want RACE006 "^this store changes 4 bytes of origin_addr of the pending MPI_Put, which reads them until a flush or unlock"
            MPI_Put(&i, 1, MPI_INT, 1, i, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
