// The buffer for buffered sends is attached with the size that was allocated.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, size;
    double row[N] = {0}, other[N];
    void *buffer;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    buffer = malloc(N * sizeof(double) + MPI_BSEND_OVERHEAD);
    MPI_Buffer_attach(buffer, N * sizeof(double) + MPI_BSEND_OVERHEAD);
    if (rank == 0)
        MPI_Send(row, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(other, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    free(buffer);
    MPI_Finalize();
    return 0;
}
