// The values follow a header of one byte in the message buffer, so they are not aligned.
#include <mpi.h>

int main(int argc, char **argv) {
    _Alignas(8) char message[1 + 2 * sizeof(double)] = {0};
    double total[2];

    MPI_Init(&argc, &argv);
    MPI_Reduce(message + 1, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); // want OBJ007 "MPI_DOUBLE at an address that is not a multiple of 8"
    MPI_Finalize();
    return 0;
}
