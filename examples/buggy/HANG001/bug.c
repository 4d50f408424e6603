// Both ranks receive first: neither comes to its send.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = 1 - rank;
    MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "ranks 0, 1 wait for each other: rank 0 in MPI_Recv waits for a message with tag 0 on MPI_COMM_WORLD from rank 1, which is in MPI_Recv; rank 1 in MPI_Recv"
    MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
