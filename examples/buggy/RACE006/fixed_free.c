// Rank 0 frees the buffer once MPI_Isend is complete.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *data = calloc(N, sizeof *data);
    MPI_Request request;

    if (rank == 0) {
        MPI_Isend(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);

        MPI_Wait(&request, MPI_STATUS_IGNORE);
        free(data);
    } else {
        MPI_Recv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        free(data);
    }

    MPI_Finalize();
    return 0;
}
