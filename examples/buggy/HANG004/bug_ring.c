// Every rank sends to its right neighbor before it receives from its left one.
// gomarmot: ranks=4
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int left, right;
    int mine = 1, theirs = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    MPI_Send(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD); // want HANG004 "rank 3 would wait in MPI_Send until rank 0 receives"
    MPI_Recv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
