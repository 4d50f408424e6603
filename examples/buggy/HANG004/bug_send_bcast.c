// Rank 0 sends before the broadcast, and rank 1, its root, receives after the broadcast. The
// ranks get through if the message is copied, or if the root does not wait in MPI_Bcast.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0, limit = 10;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want HANG004 "kept copies of messages, or a collective call did not wait for all ranks; otherwise rank 0 would wait in MPI_Send until rank 1 receives its message .tag 0, 4 bytes., rank 1 would wait in MPI_Bcast for rank 0"
    MPI_Bcast(&limit, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
