// All ranks describe the same grid.
#include <mpi.h>

int main(int argc, char **argv) {
    int periods[2] = {0, 0}, dims[2] = {2, 1};
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
