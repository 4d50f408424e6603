// MPI_Win_allocate takes a size that must not be negative. Here a rank that has no cells
// subtracts one cell from its number of cells.
#include <mpi.h>

int main(int argc, char **argv) {
    double *cells;
    int mine = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    MPI_Aint size = (mine - 1) * (MPI_Aint)sizeof(double);
    int err = MPI_Win_allocate(size, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win); // want WIN001 "size -8"
    if (err == MPI_SUCCESS)
        MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
