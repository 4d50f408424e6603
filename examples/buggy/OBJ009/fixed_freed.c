// The send buffer is freed after the send.
// gomarmot: heap
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
    MPI_Sendrecv(values, N, MPI_INT, 1 - rank, 0, other, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(values);

    MPI_Finalize();
    return 0;
}
