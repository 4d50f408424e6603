// gomarmot: ranks=2 access=auto
// The program prepares its next message in the memory that it has attached for buffered sends.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, size, room = 2 * (N * (int)sizeof(double) + MPI_BSEND_OVERHEAD);
    double *buffer = malloc(room), row[N] = {0}, other[N];
    void *detached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Buffer_attach(buffer, room);
    MPI_Bsend(row, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    for (int i = 0; i < N; i++)
        buffer[i] = i; // want MSG009 "this store changes memory of the buffer for buffered sends before MPI_Buffer_detach"
    MPI_Recv(other, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &size);
    free(buffer);
    MPI_Finalize();
    return 0;
}
