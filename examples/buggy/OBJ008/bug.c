// The temperatures are double, but are sent as MPI_INT: only half of the bytes arrive.
// gomarmot: access=plugin
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv) {
    int rank;
    double heat[N] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Send(heat, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want OBJ008 "buf of MPI_Send is declared as double, a floating point number of 8 bytes, but the datatype is MPI_INT .4 bytes.; MPI_DOUBLE fits"
    if (rank == 1)
        MPI_Recv(heat, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ008 "buf of MPI_Recv is declared as double"
    MPI_Finalize();
}
