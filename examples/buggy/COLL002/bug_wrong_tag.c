// gomarmot: ranks=2 hang
// Rank 1 receives with a tag that rank 0 does not use, and so never reaches the
// barrier.
#include <mpi.h>

enum { TAG_SIZE = 1, TAG_DATA = 2 };

int main(int argc, char **argv) {
    int rank, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, TAG_SIZE, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD); // want COLL002 "rank 1.* waits for a message with tag 2 .*from rank 0.*but rank 0 sent a message with tag 1"

    MPI_Finalize();
    return 0;
}
