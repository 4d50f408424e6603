// In each round, a barrier separates the start of the receive from the start of the ready send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, result = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Rsend_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Start(&request);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);

    MPI_Finalize();
    return 0;
}
