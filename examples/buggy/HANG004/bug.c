// Both ranks send first. A short message like this is copied; a longer message
// would wait for its receive, which comes only after the other rank's send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = 1 - rank;
    MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD); // want HANG004 "kept copies of messages; otherwise rank 0 would wait in MPI_Send until rank 1 receives its message .tag 0, 4 bytes., rank 1 would wait in MPI_Send until rank 0"
    MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
