// Rank 1 sends one message, and rank 0 receives two.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "rank 0 waits forever in MPI_Recv: it waits for a message with tag 0 on MPI_COMM_WORLD from rank 1, which is in MPI_Finalize"
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
