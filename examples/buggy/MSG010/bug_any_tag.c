// gomarmot: ranks=3
// Rank 2 receives from any source with any tag, and the messages of both other ranks match.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0, reply = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Irecv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &request); // want MSG010 "MPI_Irecv of rank 2 takes messages of any source"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(&reply, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&token, 1, MPI_INT, 2, 5 + rank, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
