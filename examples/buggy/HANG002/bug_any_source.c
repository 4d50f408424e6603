// Rank 0 waits for one message more than the others send.
// gomarmot: ranks=3 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (int i = 0; i < 3; i++)
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "rank 0 waits forever in MPI_Recv: it waits for a message with tag 0 on MPI_COMM_WORLD from any rank" MSG010 "could as well have taken"
    } else {
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
