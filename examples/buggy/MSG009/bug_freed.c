// gomarmot: ranks=2 heap
// The function that sends frees the buffer for buffered sends; the caller detaches the buffer later.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

static void post(int to) {
    int room = N * (int)sizeof(double) + MPI_BSEND_OVERHEAD;
    void *buffer = malloc(room);
    double row[N] = {0};

    MPI_Buffer_attach(buffer, room);
    MPI_Bsend(row, N, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
    free(buffer); // want MSG009 "this free gives back memory of the buffer for buffered sends before MPI_Buffer_detach"
}

int main(int argc, char **argv) {
    int rank, size;
    double other[N];
    void *detached;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    post(1 - rank);
    MPI_Recv(other, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &size);
    MPI_Finalize();
    return 0;
}
