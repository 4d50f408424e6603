// The values are copied from the message buffer to an array of double, which is aligned.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    char message[1 + 2 * sizeof(double)] = {0};
    double values[2], total[2];

    MPI_Init(&argc, &argv);
    memcpy(values, message + 1, sizeof values);
    MPI_Reduce(values, total, 2, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
