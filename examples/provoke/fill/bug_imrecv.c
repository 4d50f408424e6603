// gomarmot: ranks=2 provoked=PROV003
// Rank 0 reads the buffer of a matched message before MPI_Imrecv is complete.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {1, 2}, used;
    MPI_Message message;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 1)
        MPI_Send(value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    if (rank == 0) {
        MPI_Mprobe(1, 0, MPI_COMM_WORLD, &message, MPI_STATUS_IGNORE);
        MPI_Imrecv(value, 2, MPI_INT, &message, &request);
        used = value[0];
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        printf("used %d, behind it %d\n", used, value[1]);
    }

    MPI_Finalize();
    return 0;
}
