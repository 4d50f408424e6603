// gomarmot: ranks=3
// All ranks reduce four values.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[4] = {1, 2, 3, 4}, sums[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Allreduce(mine, sums, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
