// The receive count is 1: each rank expects one value from each rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int all[64];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
