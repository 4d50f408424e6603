// Each rank expects two values of the same type.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int out[8] = {0}, in[8];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Alltoall(out, 2, MPI_INT, in, 2, MPI_INT, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
