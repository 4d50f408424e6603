// Every rank names rank 0 as the root.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, seed;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    seed = 100 + rank;
    MPI_Bcast(&seed, 1, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
