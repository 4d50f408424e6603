// Calls need a topology that the communicator does not have.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int dims[1] = {2}, periods[1] = {0};
    int coords[1] = {0}, got[4], n;
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &grid);
    MPI_Cart_coords(MPI_COMM_WORLD, 0, 1, coords); // want OBJ004 "MPI_Cart_coords on MPI_COMM_WORLD, which has no topology: it needs a Cartesian topology"
    MPI_Graphdims_get(grid, &n, &n);               // want OBJ004 "MPI_Graphdims_get on .*, which has a Cartesian topology: it needs a graph topology"
    MPI_Neighbor_alltoall(coords, 1, MPI_INT, got, 1, MPI_INT, MPI_COMM_WORLD); // want OBJ004 "MPI_Neighbor_alltoall on MPI_COMM_WORLD, which has no topology"
    MPI_Comm_free(&grid);

    MPI_Finalize();
    return 0;
}
