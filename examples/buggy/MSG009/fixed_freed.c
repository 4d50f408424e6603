// gomarmot: ranks=2 heap
// The caller detaches the buffer for buffered sends and then frees it.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

static void post(int to) {
    int room = N * (int)sizeof(double) + MPI_BSEND_OVERHEAD;
    double row[N] = {0};

    MPI_Buffer_attach(malloc(room), room);
    MPI_Bsend(row, N, MPI_DOUBLE, to, 0, MPI_COMM_WORLD);
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
    free(detached);
    MPI_Finalize();
    return 0;
}
