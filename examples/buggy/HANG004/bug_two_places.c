// The ranks exchange messages at two places, and both ranks send first: MPI_Send must copy the messages.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = 1 - rank;
    for (int i = 0; i < 3; i++) {
        MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Send until rank 1 receives its message .tag 0"
        MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Send(&mine, 1, MPI_INT, other, 1, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Send until rank 1 receives its message .tag 1"
    MPI_Recv(&theirs, 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
