// Each rank posts a receive before it sends a message to itself in ready mode.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, result = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Irecv(&result, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
    MPI_Rsend(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
