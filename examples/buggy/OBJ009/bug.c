// The array has room for N integers, and N doubles are sent from it.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *values = malloc(N * sizeof(int));
    double all[N];

    if (rank == 0)
        for (int i = 0; i < N / 2; i++)
            values[i] = i;
    if (rank == 0)
        MPI_Send(values, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); // want OBJ009 "^buf of MPI_Send takes 800 bytes from byte 0 on of a heap block of 400 bytes: it ends 400 bytes beyond the block"
    else
        MPI_Recv(all, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(values);

    MPI_Finalize();
    return 0;
}
