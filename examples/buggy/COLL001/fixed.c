// Both ranks reduce first and gather second.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, mine = 1, sum = 0, all[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
