// The ranks pass different nonzero values of reorder, which all mean true.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, dims[1] = {2}, periods[1] = {0};
    MPI_Comm line;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 1 + rank, &line);
    MPI_Comm_free(&line);
    MPI_Finalize();
    return 0;
}
