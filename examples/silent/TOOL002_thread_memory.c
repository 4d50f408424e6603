// The program has a large thread-local variable, as libraries such as OpenBLAS do.
#include <mpi.h>

static _Thread_local char scratch[3 << 20];

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    scratch[rank] = 1;
    MPI_Bcast(scratch, sizeof scratch, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
