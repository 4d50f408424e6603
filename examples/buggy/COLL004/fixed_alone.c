// gomarmot: ranks=1
// The process receives the type that it sends.
#include <mpi.h>

int main(int argc, char **argv) {
    int mine[2] = {1, 2};
    int all[2];

    MPI_Init(&argc, &argv);

    MPI_Gather(mine, 2, MPI_INT, all, 2, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
