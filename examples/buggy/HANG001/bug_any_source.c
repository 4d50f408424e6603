// All ranks wait for a message of any rank.
// gomarmot: ranks=3 hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Recv(&theirs, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "ranks 0, 1, 2 wait for each other: rank 0 in MPI_Recv waits for a message with tag 0 on MPI_COMM_WORLD from any rank"
    MPI_Send(&mine, 1, MPI_INT, (rank + 1) % 3, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
