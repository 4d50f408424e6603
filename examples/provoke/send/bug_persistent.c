// gomarmot: ranks=2 provoked=PROV001
// A persistent send is completed before the receive is posted.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine, other = -1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = rank;
    MPI_Send_init(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);

    MPI_Finalize();
    return 0;
}
