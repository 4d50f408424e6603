// Rank 1 sends the result with the tag that rank 0 polls for, then waits for
// an answer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, found = 0;
    int data[4] = {1, 2, 3, 4};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Request request;

        MPI_Irecv(data, 4, MPI_INT, 1, 7, MPI_COMM_WORLD, &request);
        while (!found)
            MPI_Test(&request, &found, MPI_STATUS_IGNORE);
        MPI_Send(data, 4, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Send(data, 4, MPI_INT, 0, 7, MPI_COMM_WORLD);
        MPI_Recv(data, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
