// The receive is certainly posted too late: rank 1 first takes a message that rank 0
// sends after the ready send.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, result = 0, token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Rsend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD); // want MSG008 "comes before its receive: rank 1 posts MPI_Recv only after"
        MPI_Send(&token, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Recv(&token, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&result, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
