// gomarmot: ranks=3
// Two ranks send to rank 2, which takes the message that comes first. The next run may
// take the messages in the other order.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0, reply = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank < 2) {
        MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "takes messages of any source: it took that of rank [01], and could as well have taken that of rank [01]"
        MPI_Recv(&reply, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
