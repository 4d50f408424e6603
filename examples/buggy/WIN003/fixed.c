// The array is allocated before the window over it is created.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    double *field = calloc(8, sizeof(double));
    MPI_Win win;

    MPI_Init(&argc, &argv);

    MPI_Win_create(field, 8 * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    free(field);

    MPI_Finalize();
    return 0;
}
