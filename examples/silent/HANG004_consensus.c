// gomarmot: ranks=3
// Each rank sends to its right neighbor, which does not know that a message comes. Synchronous
// sends, probes and a nonblocking barrier show when all messages have been received.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine = 1, theirs = 0;
    int left, right;
    int sent = 0, in_barrier = 0, over = 0, found;
    MPI_Request send, barrier;
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Issend(&mine, 1, MPI_INT, right, 7, MPI_COMM_WORLD, &send);
    while (!over) {
        MPI_Iprobe(left, 7, MPI_COMM_WORLD, &found, &status);
        if (found)
            MPI_Recv(&theirs, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (in_barrier) {
            MPI_Test(&barrier, &over, MPI_STATUS_IGNORE);
        } else {
            MPI_Test(&send, &sent, MPI_STATUS_IGNORE);
            if (sent) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                in_barrier = 1;
            }
        }
    }

    MPI_Finalize();
    return 0;
}
