// The array has room for N doubles, which are sent from it.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *values = malloc(N * sizeof *values);
    double all[N];

    if (rank == 0)
        for (int i = 0; i < N / 2; i++)
            values[i] = i;
    if (rank == 0)
        MPI_Send(values, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(all, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    free(values);

    MPI_Finalize();
    return 0;
}
