// gomarmot: ranks=2
// MPI_Test is called until its flag is true.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank, done = 0, value = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        value = 42;
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        usleep(300000); // by now the message has arrived
        while (!done)
            MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        printf("value %d\n", value);
    }

    MPI_Finalize();
    return 0;
}
