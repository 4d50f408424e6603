// gomarmot: ranks=3
// Every receive is posted before any rank waits, and requests are completed in any order.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, size;
    int mine = 1, theirs = 0;
    int left, right;
    int other = 0;
    MPI_Request requests[3];
    MPI_Status statuses[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    for (int i = 0; i < 3; i++) {
        MPI_Irecv(&theirs, 1, MPI_INT, left, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(&other, 1, MPI_INT, right, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(&mine, 1, MPI_INT, right, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Send(&mine, 1, MPI_INT, left, 1, MPI_COMM_WORLD);
        MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
        MPI_Waitall(2, requests, statuses);
    }

    MPI_Finalize();
    return 0;
}
