// Rank 0 sends two messages synchronously, but rank 1 receives only the first message.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Ssend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Ssend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); // want HANG002 "rank 0 waits forever in MPI_Ssend: it waits for rank 1, which is in MPI_Finalize, to receive its message with tag 1"
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
