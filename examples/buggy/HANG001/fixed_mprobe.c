// gomarmot: ranks=2
// Rank 1 receives each message before it probes for the next message.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, values[2] = {1, 2};
    MPI_Message message;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < 2; i++) {
        if (rank == 0) {
            MPI_Ssend(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD);
        } else {
            MPI_Mprobe(0, i, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
            MPI_Mrecv(&values[i], 1, MPI_INT, &message, MPI_STATUS_IGNORE);
        }
    }

    MPI_Finalize();
    return 0;
}
