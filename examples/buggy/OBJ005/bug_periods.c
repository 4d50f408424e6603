// Only rank 0 reads that the grid is periodic.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, dims[1] = {2}, periods[1] = {0};
    MPI_Comm ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        periods[0] = 1;
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring); // want OBJ005 "rank 0 passes periods .1., rank 1 passes .0."
    MPI_Comm_free(&ring);
    MPI_Finalize();
    return 0;
}
