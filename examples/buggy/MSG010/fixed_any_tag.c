// gomarmot: ranks=3
// The receives name the tags, and each tag has one sender.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0, reply = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Irecv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 5, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Recv(&reply, 1, MPI_INT, MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&token, 1, MPI_INT, 2, 5 + rank, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
