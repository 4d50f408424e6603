// gomarmot: ranks=3
// Rank 0 calls MPI_Iprobe until it has received all messages.
#include <mpi.h>
#include <stdio.h>

enum { TAG = 7 };

int main(int argc, char **argv) {
    int rank, size, one, sum = 0, found = 1, left;
    MPI_Request request = MPI_REQUEST_NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);

    one = rank;
    left = rank == 0 ? size - 1 : 0;
    if (rank > 0)
        MPI_Isend(&one, 1, MPI_INT, 0, TAG, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    while (rank == 0 && left > 0) {
        MPI_Status status;

        MPI_Iprobe(MPI_ANY_SOURCE, TAG, MPI_COMM_WORLD, &found, &status);
        if (!found)
            continue;
        MPI_Recv(&one, 1, MPI_INT, status.MPI_SOURCE, TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        sum += one;
        left--;
    }
    if (rank == 0)
        printf("sum %d\n", sum);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
