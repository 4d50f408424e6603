// gomarmot: ranks=2 provoked=PROV001
// The message is received after a barrier that the sender enters only after its send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int a = 1;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&a, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Irecv(&a, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    if (rank == 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
