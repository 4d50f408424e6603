// The put comes from allocated memory.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    double *halo = calloc(4, sizeof *halo);
    double *cells;
    int rank;
    MPI_Win win;

    if (!halo)
        abort();
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    if (rank == 0)
        MPI_Put(halo, 4, MPI_DOUBLE, 1, 0, 4, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    free(halo);
    MPI_Finalize();
    return 0;
}
