// gomarmot: ranks=3
// Each rank posts its receive before it sends and detaches its buffer: MPI_Buffer_detach waits for no later call.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size, bytes;
    int mine = 1, theirs = 0;
    int left, right;
    char room[sizeof(int) + MPI_BSEND_OVERHEAD];
    void *detached;
    MPI_Request receive;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < 3; i++) {
        MPI_Irecv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &receive);
        MPI_Buffer_attach(room, sizeof room);
        MPI_Bsend(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        MPI_Buffer_detach(&detached, &bytes);
        MPI_Wait(&receive, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
