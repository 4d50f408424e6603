// gomarmot: ranks=2 hang
// Rank 1 probes for the second message before it receives the first
// message: the synchronous send of the first message does not return.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, values[2] = {1, 2};
    MPI_Message first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Ssend(&values[0], 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want HANG001 "receive its message with tag 0 on MPI_COMM_WORLD, which MPI_Mprobe"
        MPI_Ssend(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Mprobe(0, 0, MPI_COMM_WORLD, &first, MPI_STATUS_IGNORE);
        MPI_Mprobe(0, 1, MPI_COMM_WORLD, &second, MPI_STATUS_IGNORE);
        MPI_Mrecv(&values[0], 1, MPI_INT, &first, MPI_STATUS_IGNORE);
        MPI_Mrecv(&values[1], 1, MPI_INT, &second, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
