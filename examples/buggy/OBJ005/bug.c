// The ranks pass different dimensions for the same grid, so they disagree on which ranks
// are neighbors.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, periods[2] = {0, 0};
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int dims[2] = {2, 1};
    if (rank == 1) {
        dims[0] = 1;
        dims[1] = 2;
    }
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); // want OBJ005 "rank 0 passes dims .2, 1., rank 1 passes .1, 2."
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
