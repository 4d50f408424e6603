// All ranks give the same counts.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[4] = {1, 2, 3, 4}, result[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[2] = {1, 3};

    MPI_Reduce_scatter(mine, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
