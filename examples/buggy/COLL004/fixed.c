// Both ranks give 16 values.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double field[16] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Bcast(field, 16, MPI_DOUBLE, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
