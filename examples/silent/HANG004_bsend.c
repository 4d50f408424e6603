// gomarmot: ranks=3
// A buffered send never waits.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine = 1, theirs = 0;
    int left, right;
    char room[3 * (sizeof(int) + MPI_BSEND_OVERHEAD)];
    void *detached;
    int bytes;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Buffer_attach(room, sizeof room);
    MPI_Bsend(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
    MPI_Recv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Buffer_detach(&detached, &bytes);

    MPI_Finalize();
    return 0;
}
