// gomarmot: ranks=3 provoked=PROV003
// A persistent receive from any source is started twice; the program assumes that rank 1 is first.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, got[2];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        value = 10 * rank;
        usleep(300000 * rank);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
        for (int k = 0; k < 2; k++) {
            MPI_Start(&request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
            got[k] = value;
        }
        MPI_Request_free(&request);
        printf("rank 1 has %d, rank 2 has %d\n", got[0], got[1]);
    }

    MPI_Finalize();
    return 0;
}
