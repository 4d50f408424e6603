// gomarmot: ranks=3
// The root expects two values from each rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine[2] = {1, 2}, all[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
