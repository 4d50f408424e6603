// The send buffer is freed before the send.
// gomarmot: heap flag=-Wno-use-after-free
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *values = malloc(N * sizeof *values), other[N];

    for (int i = 0; i < N; i++)
        values[i] = rank;
    free(values);
    MPI_Sendrecv(values, N, MPI_INT, 1 - rank, 0, other, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want OBJ009 "^sendbuf of MPI_Sendrecv, 400 bytes at 0x[0-9a-f]+, is in a heap block of 400 bytes at 0x[0-9a-f]+ that has been freed"

    MPI_Finalize();
    return 0;
}
