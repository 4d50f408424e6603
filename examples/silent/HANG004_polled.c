// gomarmot: ranks=2
// Rank 0 completes its send by polling, and serves rank 1 in the meantime: rank 0 never blocks in the send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int value = 1, theirs = 0, done = 0, found;
    MPI_Request send;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    if (rank == 0) {
        int served = 0;
        MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &send);
        while (!done || !served) {
            if (!done)
                MPI_Test(&send, &done, MPI_STATUS_IGNORE);
            MPI_Iprobe(1, 1, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
            if (found) {
                MPI_Recv(&theirs, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
                served = 1;
            }
        }
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
