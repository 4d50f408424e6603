// The buffer for buffered sends is attached with MPI_BSEND_OVERHEAD, but allocated without it.
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
    buffer = malloc(N * sizeof(double));
    MPI_Buffer_attach(buffer, N * sizeof(double) + MPI_BSEND_OVERHEAD); // want OBJ009 "buffer of MPI_Buffer_attach takes [0-9.]+ (bytes|KiB) from byte 0 on of a heap block of 800 bytes: it ends [0-9]+ bytes beyond the block"
    if (rank == 0)
        MPI_Send(row, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else if (rank == 1)
        MPI_Recv(other, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&buffer, &size);
    free(buffer);
    MPI_Finalize();
    return 0;
}
