// All ranks give two values.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    long mine[2] = {1, 2}, sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Scan(mine, sums, 2, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
