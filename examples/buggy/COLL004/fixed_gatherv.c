// gomarmot: ranks=3
// The root expects as many values as each rank sends.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[3] = {1, 2, 3}, all[16] = {0};
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 2, 3};

    MPI_Gatherv(mine, rank + 1, MPI_INT, all, counts, starts, MPI_INT, 1, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
