// Each rank takes three values.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    float all[12] = {0}, mine[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Scatter(all, 3, MPI_FLOAT, rank == 0 ? MPI_IN_PLACE : mine, 3, MPI_FLOAT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
