// gomarmot: ranks=2 access=auto
// The program uses the memory of the buffer for buffered sends before it attaches it and after it has detached it.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, size, room = 2 * (N * (int)sizeof(double) + MPI_BSEND_OVERHEAD);
    double *buffer = malloc(room), row[N], other[N];
    void *detached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        buffer[i] = i;
    MPI_Buffer_attach(buffer, room);
    for (int i = 0; i < N; i++)
        row[i] = rank;
    MPI_Bsend(row, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(other, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &size);
    for (int i = 0; i < N; i++)
        buffer[i] = other[i];
    free(buffer);
    MPI_Finalize();
    return 0;
}
