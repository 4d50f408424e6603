// Each rank sends to itself before it receives.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int other;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    other = rank;
    MPI_Send(&mine, 1, MPI_INT, other, 0, MPI_COMM_WORLD); // want HANG004 "rank 0 would wait in MPI_Send until rank 0 receives"
    MPI_Recv(&theirs, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
