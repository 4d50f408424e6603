// gomarmot: ranks=3
// All ranks have the same counts.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int all[16] = {0}, mine[2] = {7, 8};
    int starts[3] = {0, 4, 8};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[3] = {1, 1, 2};

    MPI_Allgatherv(mine, rank == 2 ? 2 : 1, MPI_INT, all, counts, starts, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
