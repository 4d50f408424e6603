// gomarmot: ranks=2 provoked=PROV003
// Rank 1 reads the buffer after MPI_Test, but does not look at the flag.
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
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        printf("value %d\n", value);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
