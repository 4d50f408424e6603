// gomarmot: ranks=4
// MPI_Sendrecv meets a plain send on one side and a plain receive on the other.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine = 1, theirs = 0;
    int left, right;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    if (rank == 0) {
        MPI_Send(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD);
        MPI_Recv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Sendrecv(&mine, 1, MPI_INT, right, 0, &theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
